/** Values of a log line. Never names, phones, addresses or message text. */
export type LogFields = Record<string, string | number | boolean | null>;

export type LogLevel = 'info' | 'warn' | 'error';

export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

/** Writes one JSON line an event, to the stream its level belongs to. */
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
  if (typeof error !== 'object' || error === null) return 'UNKNOWN';
  const { code, responseCode, name, message } = error as Record<string, unknown>;
  if (typeof responseCode === 'number') return String(responseCode);
  // Each runtime words an untrusted certificate in its own way.
  if (/certificate|SSL/.test(String(message))) return 'ETLS';
  if (typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code)) return code;
  if (typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name)) return name;
  return 'UNKNOWN';
}

/** The stack of an error without its message. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
