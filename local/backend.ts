// The whole contact backend on one machine, without configuration: the Edge Function on Deno, a
// PostgreSQL engine, an SMTP server that delivers to a folder, and a timer in place of pg_cron.
// `npm start` and `npm run dev` run it.
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { SCHEDULE_PATH } from '@site/supabase/contact-form';
import { SECRET_HEADER } from '@site/supabase/send-contact-email/identity';
import { companySettings, type ContactCompany } from './company.ts';
import { startPglite } from './database.ts';
import { FUNCTION_PATH, startFunction } from './function-process.ts';
import { freePort } from './listen.ts';
import { startMailbox } from './mailbox.ts';

/** The Supabase CLI's port. */
const PREFERRED_PORT = 54321;
const JOB_INTERVAL_MS = 15_000;

export interface LocalBackendOptions {
  /** URLs of the site. The function leads a form that posted itself to the first, which may have a path. */
  siteUrls: readonly [string, ...string[]];
  company: ContactCompany;
  /** Holds database, mails and the function's log. Default: `.local` in the working directory. */
  dataFolder?: string;
  /** Falls back to a free port; 0 means any. */
  port?: number;
  /** Receives a line per mail and each warning. Default: prints them. */
  announce?: (line: string) => void;
}

/**
 * Starts all parts, in the order of their dependencies.
 *
 * @throws if a part cannot start; stops the others first
 */
export async function startLocalBackend({
  siteUrls,
  company,
  dataFolder = '.local',
  port = PREFERRED_PORT,
  announce = console.log,
}: LocalBackendOptions) {
  const mailFolder = join(dataFolder, 'mail');
  const logFile = join(dataFolder, 'function.log');
  const secret = randomBytes(24).toString('hex');
  const parts = new AsyncDisposableStack();

  try {
    mkdirSync(mailFolder, { recursive: true });
    const database = await startPglite(join(dataFolder, 'database'));
    parts.defer(() => database.stop());
    const mailbox = await startMailbox((raw) => {
      // Sorts by time, and is a valid name on every file system.
      const time = new Date().toLocaleString('sv-SE').replace(' ', '-').replaceAll(':', '');
      const path = join(mailFolder, `${time}-${randomUUID().slice(0, 8)}.eml`);
      writeFileSync(path, raw);
      announce(`Mail: ${relative('.', path)}`);
    });
    parts.defer(() => mailbox.stop());

    const functionProcess = await startFunction({
      port: await freePort(port),
      environment: {
        SUPABASE_DB_URL: database.url,
        SITE_URL: siteUrls[0],
        SITE_ORIGINS: siteUrls.map((url) => new URL(url).origin).join(','),
        ...companySettings(company),
        CONTACT_SECRET: secret,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(mailbox.port),
      },
      onLine: (line, stream) => {
        appendFileSync(logFile, `${line}\n`);
        if (stream === 'stderr') announce(`Contact function: ${line}`);
      },
    });
    const { url, exited } = functionProcess;
    parts.defer(() => functionProcess.kill('SIGTERM'));

    // In place of pg_cron.
    const jobUrl = `${url}${FUNCTION_PATH}${SCHEDULE_PATH}`;
    const jobRequest = { method: 'POST', headers: { [SECRET_HEADER]: secret } };
    const timer = setInterval(() => {
      // The next tick repeats a failed call.
      fetch(jobUrl, jobRequest)
        .then((response) => response.text())
        .catch(() => undefined);
    }, JOB_INTERVAL_MS);
    parts.defer(() => {
      clearInterval(timer);
    });

    return {
      /** Value for PUBLIC_SUPABASE_URL, without a trailing slash. */
      url,
      /** Value for PUBLIC_SUPABASE_ANON_KEY. supabase-js requires one; nothing checks it. */
      anonKey: 'local-development-key',
      mailFolder,
      /** Resolves when the function exits: with undefined after stop(), otherwise with the reason. */
      ended: exited.then((code) => {
        if (parts.disposed) return undefined;
        const reason = `The contact function stopped (exit code ${code ?? 'none'}).`;
        return new Error(`${reason} Its log: ${relative('.', logFile)}`);
      }),
      /** For tests and inspection. */
      query: database.query,
      stop: () => parts.disposeAsync(),
    };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}
