/** Logs an event. Its fields never hold names, phones, addresses or message text. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields?: Record<string, string | number | boolean | null>,
) => void;

/** Writes one JSON line per event, to the stream of its level. */
export const consoleLog: Log = (level, event, fields = {}) => {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields });
  if (level === 'info') console.log(line);
  else console.error(line);
};

/**
 * A short code for an error. Never its text: servers quote mail addresses in theirs, and
 * PostgreSQL quotes values.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  // nodemailer's `code` hides the system's, such as ECONNREFUSED.
  const { responseCode, originalCode, code }: Partial<Record<string, unknown>> = { ...error };
  if (typeof responseCode === 'number') return String(responseCode);
  const text = String(originalCode ?? code ?? error.name);
  // Each runtime words failures of TLS in its own way; the class is that of Deno 2.1.
  if (/certificate|SSL|InvalidData/.test(`${error.name} ${text} ${error.message}`)) return 'ETLS';
  return /^[A-Za-z0-9_]{1,40}$/.test(text) ? text : 'UNKNOWN';
}

/** The stack of an error without its message. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

/**
 * Settles as `work` does, or rejects with the code DEADLINE. The work itself continues; its caller has to cancel it.
 */
export async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const error = Object.assign(new Error(`no reply within ${deadlineMs} ms`), { code: 'DEADLINE' });
  const timer = setTimeout(reject, deadlineMs, error);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
