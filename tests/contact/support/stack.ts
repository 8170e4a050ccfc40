// The real thing for a test file: a PostgreSQL engine, an SMTP server, and as many function processes as
// a test asks for. Every port is a free one.
import { startPglite, type Database } from '../../../local/database.ts';
import {
  startFunction,
  type DenoVersion,
  type FunctionProcess,
} from '../../../local/function-process.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import { BASE_ENVIRONMENT } from './submissions.ts';

export interface TestStack {
  smtp: Mailbox;
  database: Database;
  startFunction(environment?: Record<string, string>, deno?: DenoVersion): Promise<FunctionProcess>;
  /** Lines all function processes have written so far. */
  logLines: string[];
  query: Database['query'];
  /** Empties the tables and the mailbox, and makes the SMTP server behave. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startStack(security: 'tls' | 'starttls' = 'tls'): Promise<TestStack> {
  const database = await startPglite();
  // The daily self-test is a test of its own.
  await database.query('update contact_private.job set self_tested_at = now()');
  const smtp = await startMailbox(security);
  const functions: FunctionProcess[] = [];
  const logLines: string[] = [];
  const query: Database['query'] = (sql, parameters) => database.query(sql, parameters);

  return {
    smtp,
    database,
    logLines,
    startFunction: async (environment = {}, deno = 'newest') => {
      const started = await startFunction({
        port: 0,
        deno,
        environment: {
          ...BASE_ENVIRONMENT,
          SUPABASE_DB_URL: database.url,
          SMTP_PORT: String(smtp.port),
          SMTP_SECURITY: security,
          SMTP_TLS_CA: smtp.ca,
          SMTP_DEADLINE_SECONDS: '1',
          SMTP_ANSWER_SECONDS: '1',
          CONTACT_LEASE_SECONDS: '4',
          CONTACT_RETRY_BASE_SECONDS: '1',
          ...environment,
        },
        onLine: (line) => logLines.push(line),
      });
      functions.push(started);
      return started;
    },
    query,
    reset: async () => {
      // What a worker is still mailing in the background would turn up in the next test.
      await eventually('the workers to be idle', async () => {
        const rows = await query(
          `select from public.contact_messages
           where sent_at is null and is_claimed and next_attempt_at > now()`,
        );
        return rows.length === 0 ? true : undefined;
      });
      await query(`
        update public.contact_messages set sent_at = now();
        truncate public.contact_messages, contact_private.rate_events, contact_private.tallies;
        update contact_private.job set ran_at = null, self_tested_at = now(), alert = null, alerted_at = null;
      `);
      smtp.empty();
      logLines.length = 0;
    },
    stop: async () => {
      await Promise.all(functions.map((started) => started.kill('SIGKILL')));
      await smtp.stop();
      await database.stop();
    },
  };
}

const POLL_INTERVAL_MS = 20;
const POLL_DEADLINE_MS = 15_000;

/** Asks again and again until `check` returns something else than undefined; rejects after `waitMs`. */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined>,
  waitMs = POLL_DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const result = await check();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${waitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
