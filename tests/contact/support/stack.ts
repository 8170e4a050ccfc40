// The real thing for a test file: PostgreSQL engine, SMTP server, and as many function processes as
// a test asks for. Every port is a free one.
import { PGlite } from '@electric-sql/pglite';

import { applyMigrations } from '../../../local/database.ts';
import { startFunction, type FunctionProcess } from '../../../local/function-process.ts';
import { servePglite, type PgliteServer } from '../../../local/pglite-server.ts';
import { startTestSmtp, type TestSmtp } from './smtp.ts';
import { BASE_ENVIRONMENT } from './submissions.ts';

export interface TestStack {
  smtp: TestSmtp;
  startFunction(environment?: Record<string, string>): Promise<FunctionProcess>;
  /** Lines all function processes have written so far. */
  logLines: string[];
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  stopDatabase(): Promise<void>;
  /** On the port it had before. */
  startDatabase(): Promise<void>;
  /** Empties the tables and the mailbox, and makes the SMTP server behave. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startStack(security: 'tls' | 'starttls' = 'tls'): Promise<TestStack> {
  const engine = await PGlite.create();
  await applyMigrations(engine);
  let databaseServer: PgliteServer | undefined = await servePglite(engine);
  const databasePort = databaseServer.port;
  const smtp = await startTestSmtp(security);
  const functions: FunctionProcess[] = [];
  const logLines: string[] = [];

  return {
    smtp,
    logLines,
    startFunction: async (environment = {}) => {
      const started = await startFunction({
        port: 0,
        environment: {
          ...BASE_ENVIRONMENT,
          SUPABASE_DB_URL: `postgresql://postgres:postgres@127.0.0.1:${databasePort}/postgres`,
          SMTP_PORT: String(smtp.port),
          SMTP_SECURITY: security,
          SMTP_TLS_CA: smtp.ca,
          SMTP_DEADLINE_SECONDS: '1',
          CONTACT_LEASE_SECONDS: '4',
          CONTACT_RETRY_BASE_SECONDS: '1',
          ...environment,
        },
        onLine: (line) => logLines.push(line),
      });
      functions.push(started);
      return started;
    },
    query: async <Row>(sql: string, parameters: unknown[] = []) =>
      (await engine.query<Row>(sql, parameters)).rows,
    stopDatabase: async () => {
      await databaseServer?.stop();
      databaseServer = undefined;
    },
    startDatabase: async () => {
      databaseServer ??= await servePglite(engine, databasePort);
    },
    reset: async () => {
      // What a worker is still mailing in the background would turn up in the next test.
      await eventually('the workers to be idle', async () => {
        const { rows } = await engine.query(
          `select from public.contact_messages
           where sent_at is null and last_error is null and attempts > 0`,
        );
        return rows.length === 0 ? true : undefined;
      });
      await engine.exec('truncate public.contact_messages, contact_private.rate_events');
      smtp.behaviour = 'accept';
      smtp.mails.length = 0;
      smtp.keptMessageIds.length = 0;
      smtp.events.length = 0;
      logLines.length = 0;
    },
    stop: async () => {
      await Promise.all(functions.map((started) => started.kill('SIGKILL')));
      await databaseServer?.stop();
      await smtp.stop();
      await engine.close();
    },
  };
}

const POLL_INTERVAL_MS = 20;
const POLL_DEADLINE_MS = 15_000;

/** Asks again and again until `check` returns something else than undefined; rejects after 15 s. */
export async function eventually<T>(what: string, check: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + POLL_DEADLINE_MS;
  for (;;) {
    const result = await check();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${POLL_DEADLINE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
