// Entry point, and the only file that needs Deno: reads the environment and starts the server.
import { ConfigError, readConfig, type ContactConfig } from './config.ts';
import { createHandler } from './handler.ts';
import { consoleLog, errorCode, errorStack } from './log.ts';
import { createBackgroundMailer } from './mailer.ts';
import { createSmtpOpener } from './smtp.ts';
import { createPostgresStore } from './store.ts';

// Supabase's Edge Runtime only: keeps the instance alive for work after the response.
// https://supabase.com/docs/guides/functions/background-tasks
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

function configOrExit(): ContactConfig {
  try {
    return readConfig(Deno.env.toObject());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(`send-contact-email: ${problem}`);
    Deno.exit(1);
  }
}

const config = configOrExit();
for (const origin of config.ignoredOrigins) consoleLog('warn', 'origin_ignored', { origin });
const deps = {
  config,
  store: createPostgresStore(config),
  openSession: createSmtpOpener(config.smtp),
  log: consoleLog,
  now: () => new Date(),
  waitUntil: (work: Promise<unknown>): void => {
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work);
  },
};
const handler = createHandler({ ...deps, mailInBackground: createBackgroundMailer(deps) });

// Before the handlers below, so that a port in use ends the process.
Deno.serve((request) => handler(request));

/** Logs a stray error, such as a library's, instead of ending the process and its other requests. */
function survive(event: Event, error: unknown): void {
  event.preventDefault();
  consoleLog('error', 'stray_error', { code: errorCode(error), stack: errorStack(error) });
}
addEventListener('error', (event) => survive(event, event.error));
addEventListener('unhandledrejection', (event) => survive(event, event.reason));
