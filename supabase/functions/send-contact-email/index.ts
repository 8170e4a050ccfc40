// Entry point on Deno: environment in, server out. Everything else is plain TypeScript.
import { ConfigError, readConfig, type ContactConfig } from './config.ts';
import { createCourier } from './courier.ts';
import { createDirectLimit } from './direct-limit.ts';
import { createHandler } from './handler.ts';
import { consoleLog, errorCode } from './log.ts';
import { openSmtpSession } from './smtp.ts';
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
const log = consoleLog;
const store = createPostgresStore(config);
const openSession = () => openSmtpSession(config.smtp);
const waitUntil = (work: Promise<unknown>): void => {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work);
};

const handler = createHandler({
  config,
  store,
  openSession,
  log,
  courier: createCourier({
    store,
    openSession,
    settings: config,
    log,
    leaseSeconds: config.leaseSeconds,
    waitUntil,
  }),
  directLimit: createDirectLimit(),
  now: () => new Date(),
});

// A library's stray rejection must not take down the requests that are under way beside it.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  log('error', 'unhandled_rejection', { code: errorCode(event.reason) });
});

Deno.serve((request, info) =>
  handler(request, {
    peerAddress: 'hostname' in info.remoteAddr ? info.remoteAddr.hostname : undefined,
  }),
);
