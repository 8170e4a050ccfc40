// Entry point on Deno: environment in, server out. Everything else is plain TypeScript.
import { createAlerter } from './alert.ts';
import { ConfigError, readConfig, type ContactConfig } from './config.ts';
import { createDirectLimit } from './direct-limit.ts';
import { createHandler } from './handler.ts';
import { consoleLog, errorCode, errorStack } from './log.ts';
import { createCourier } from './mailer.ts';
import { createSmtpOpener } from './smtp.ts';
import { createPostgresStore } from './store.ts';

// Only on Supabase's Edge Runtime: keeps the instance alive for work after the response.
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

const alerter = createAlerter(deps);
const handler = createHandler({
  ...deps,
  alerter,
  courier: createCourier({ ...deps, alerter }),
  directLimit: createDirectLimit(),
});

// First, so that a port in use ends the process.
Deno.serve((request, { remoteAddr }) =>
  handler(request, { peerAddress: 'hostname' in remoteAddr ? remoteAddr.hostname : undefined }),
);

/** A stray error, such as a library's, must not take down the requests that are under way beside it. */
function survive(event: Event, error: unknown): void {
  event.preventDefault();
  consoleLog('error', 'stray_error', { code: errorCode(error), stack: errorStack(error) });
}
addEventListener('error', (event) => survive(event, event.error));
addEventListener('unhandledrejection', (event) => survive(event, event.reason));
