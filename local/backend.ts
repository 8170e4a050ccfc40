// The whole contact backend on one machine, with nothing configured: the Edge Function on Deno, a
// PostgreSQL engine, an SMTP server that delivers to a folder, and the timer that pg_cron is when
// hosted. `npm start` and `npm run dev` run it.
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { RETRY_SECRET_HEADER } from '../supabase/functions/send-contact-email/secret.ts';
import { companySettings, type ContactCompany } from './contact-settings.ts';
import { startPglite, type Database } from './database.ts';
import { freePort } from './free-port.ts';
import { FUNCTION_PATH, startFunction } from './function-process.ts';
import { startSmtpServer } from './smtp-server.ts';

/** The port the Supabase CLI serves on. */
const PREFERRED_PORT = 54321;
const RETRY_INTERVAL_MS = 15_000;
const RETRY_TIMEOUT_MS = 55_000;

export interface LocalBackendOptions {
  /** Where the site is served. The first is where the native form returns to; it may have a path. */
  siteUrls: readonly [string, ...string[]];
  company: ContactCompany;
  /** Default `.local` in the working directory: database, mails and the function's log. */
  dataFolder?: string;
  /** Default 54321, or a free port where that is taken. 0: a free one. */
  port?: number;
  /** Where one line a mail, and each warning, goes. Default: the terminal. */
  announce?: (line: string) => void;
  /** Further settings of the function (docs/contact.md), for tests. */
  environment?: Record<string, string>;
  /** Default 15,000. 0: no timer. */
  retryIntervalMs?: number;
}

export interface LocalBackend {
  /** What PUBLIC_SUPABASE_URL has to be, without trailing slash. */
  url: string;
  /** What PUBLIC_SUPABASE_ANON_KEY has to be. Nothing checks it; supabase-js wants one. */
  anonKey: string;
  mailFolder: string;
  /** What CONTACT_RETRY_SECRET is here. */
  retrySecret: string;
  functionProcessId: number;
  /** Resolves when all parts have ended: with nothing after stop(), else with what went down. */
  ended: Promise<Error | undefined>;
  /** Runs SQL in the database, for tests and for looking. */
  query: Database['query'];
  stop(): Promise<void>;
}

/**
 * Brings all parts up, in the order in which they need each other.
 *
 * @throws when one of them cannot start; those already running are ended first
 */
export async function startLocalBackend(options: LocalBackendOptions): Promise<LocalBackend> {
  const dataFolder = options.dataFolder ?? '.local';
  const mailFolder = join(dataFolder, 'mail');
  const logFile = join(dataFolder, 'function.log');
  const announce = options.announce ?? console.log;
  const shown = (path: string) => relative(process.cwd(), path);
  const retrySecret = randomBytes(24).toString('hex');

  // Last in, first out.
  const closers: (() => Promise<void> | void)[] = [];
  let stopping: Promise<void> | undefined;
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<Error | undefined>((resolve) => {
    end = resolve;
  });
  const stop = (cause?: Error): Promise<void> => {
    stopping ??= (async () => {
      for (const close of closers.reverse()) await close();
      end(cause);
    })();
    return stopping;
  };

  try {
    mkdirSync(mailFolder, { recursive: true });
    const database = await startPglite({ folder: join(dataFolder, 'database') });
    closers.push(() => database.stop());
    // Nobody here waits for the daily self-test's mail.
    await database.query('update contact_private.job set self_tested_at = now()');
    const smtpServer = await startSmtpServer({
      security: 'none',
      async onMail(raw) {
        const path = join(mailFolder, `${fileTime(new Date())}-${randomUUID().slice(0, 8)}.eml`);
        await writeFile(path, raw);
        announce(`Mail: ${shown(path)}`);
      },
    });
    closers.push(() => smtpServer.stop());

    const functionProcess = await startFunction({
      port: await freePort(options.port ?? PREFERRED_PORT),
      environment: {
        SUPABASE_DB_URL: database.url,
        SITE_URL: options.siteUrls[0],
        SITE_ORIGINS: options.siteUrls.map((url) => new URL(url).origin).join(','),
        ...companySettings(options.company),
        // No gateway stands in front of it here that would name the visitor in a header.
        CONTACT_CLIENT_ADDRESS_HEADER: 'none',
        // Here all visitors are the one developer, who may well try the form all afternoon.
        CONTACT_RATE_VISITOR_PER_HOUR: '300',
        CONTACT_HASH_SALT: randomBytes(16).toString('hex'),
        CONTACT_RETRY_SECRET: retrySecret,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(smtpServer.port),
        SMTP_SECURITY: 'none',
        ...options.environment,
      },
      onLine: (line, stream) => {
        appendFileSync(logFile, `${line}\n`);
        if (stream === 'error') announce(`Contact function: ${line}`);
      },
    });
    closers.push(() => functionProcess.kill('SIGTERM'));
    void functionProcess.exited.then((code) => {
      if (stopping !== undefined) return;
      void stop(
        new Error(
          `The contact function went down (exit code ${code ?? 'none'}). Its log: ${shown(logFile)}`,
        ),
      );
    });

    const intervalMs = options.retryIntervalMs ?? RETRY_INTERVAL_MS;
    if (intervalMs > 0) {
      closers.push(callRetryEvery(intervalMs, functionProcess.url, retrySecret));
    }
    return {
      url: functionProcess.url,
      anonKey: 'local-development-key',
      mailFolder,
      retrySecret,
      functionProcessId: functionProcess.processId,
      ended,
      query: (sql, parameters) => database.query(sql, parameters),
      stop: () => stop(),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stands in for pg_cron. Returns what ends it. */
function callRetryEvery(intervalMs: number, url: string, secret: string): () => void {
  const ending = new AbortController();
  const timer = setInterval(() => {
    fetch(`${url}${FUNCTION_PATH}/retry`, {
      method: 'POST',
      headers: { [RETRY_SECRET_HEADER]: secret },
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(RETRY_TIMEOUT_MS)]),
    }).then(
      (response) => response.body?.cancel(),
      // The function says itself what is wrong, and the next tick tries again.
      () => undefined,
    );
  }, intervalMs);
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

/** Local time as 2026-11-21-094500: sorts by name, and no file system objects to it. */
function fileTime(date: Date): string {
  return date.toLocaleString('sv-SE').replace(' ', '-').replaceAll(':', '');
}
