// Entry point on Deno: environment in, server out. Everything else is plain TypeScript.
import { createAlerter } from './alert.ts';
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

const now = () => new Date();
let visitorsWaiting = 0;

const handler = createHandler({
  config,
  store,
  openSession,
  log,
  alerter: createAlerter({ settings: config, openSession, log, now }),
  waitUntil,
  courier: createCourier({
    store,
    openSession,
    settings: config,
    log,
    leaseSeconds: config.leaseSeconds,
    visitorsWaiting: () => visitorsWaiting,
    waitUntil,
  }),
  directLimit: createDirectLimit(),
  now,
});

// A library's stray rejection must not take down the requests that are under way beside it.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  log('error', 'unhandled_rejection', { code: errorCode(event.reason) });
});

Deno.serve(async (request, info) => {
  visitorsWaiting += 1;
  try {
    return await handler(request, {
      peerAddress: 'hostname' in info.remoteAddr ? info.remoteAddr.hostname : undefined,
    });
  } finally {
    visitorsWaiting -= 1;
  }
});
