// npm run soak:contact — thousands of messages while everything around them breaks: the SMTP server
// flaps, confirms late or never, the database crashes and restarts, workers are killed outright, and a
// flood comes from a few addresses. Afterwards every message that a visitor was told had been accepted
// is looked for in the mailbox.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import {
  applyMigrations,
  hasPostgres,
  startPglite,
  startPostgres,
  type Database,
} from '../local/database.ts';
import {
  hasHostedDeno,
  startFunction,
  type DenoVersion,
  type FunctionProcess,
} from '../local/function-process.ts';
import type { SmtpBehavior } from '../local/smtp-server.ts';
import { startMailbox } from '../tests/contact/support/mailbox.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  MESSAGE,
  newVisitorAddress,
  retryRequest,
  scriptRequest,
} from '../tests/contact/support/submissions.ts';
import { runCommand } from './contact/operator.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '20' },
  },
});
const MESSAGE_COUNT = Number(values.messages);
const TIME_LIMIT_MS = Number(values.minutes) * 60_000;

const DENOS: DenoVersion[] = hasHostedDeno() ? ['newest', 'hosted'] : ['newest', 'newest'];
const VISITORS_AT_A_TIME = 24;
const FLOODING_ADDRESSES = 10;
const FLOOD_POSTS_AT_A_TIME = 3;
const VISITOR_PATIENCE_MS = 15_000;
const PAUSE_BETWEEN_VISITS_MS = [0, 800] as const;
const PAUSE_BETWEEN_FLOOD_POSTS_MS = [0, 100] as const;
const PAUSE_BEFORE_TRYING_AGAIN_MS = 200;
const RETRY_JOB_INTERVAL_MS = 1000;
const SMTP_FLAP_MS = [300, 1500] as const;
const KILL_MS = [1500, 4000] as const;
const DATABASE_CRASH_MS = [5000, 10_000] as const;
const DATABASE_DOWN_MS = [200, 1500] as const;
const IMPATIENCE_MS = 4000;
const CALM_BEFORE_REPLAY_MS = 10_000;

/** Most of the time a server works; each of the others is as likely as any. */
const BEHAVIORS: SmtpBehavior[] = [
  ...Array<SmtpBehavior>(6).fill('accept'),
  'refuse-connection',
  'refuse-for-now',
  'refuse-for-good',
  'stall',
  'accept-late',
  'drop-in-data',
  'drop-after-data',
];

// What a crash of the database leaves of a query is no reason for this process to end.
process.on('unhandledRejection', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ECONNRESET') throw error;
});

const between = ([min, max]: readonly [number, number]) => min + Math.random() * (max - min);
const startedAt = performance.now();
const isOver = () => performance.now() - startedAt > TIME_LIMIT_MS;

const database = await (hasPostgres() ? startPostgres() : startPglite());
const query: Database['query'] = (sql, parameters) => database.query(sql, parameters);
await applyMigrations(query);
const smtp = await startMailbox('tls');
// Later than the function waits.
smtp.lateMs = 1500;
const environment = {
  ...BASE_ENVIRONMENT,
  SUPABASE_DB_URL: database.url,
  SMTP_PORT: String(smtp.port),
  SMTP_SECURITY: 'tls',
  SMTP_TLS_CA: smtp.ca,
  SMTP_DEADLINE_SECONDS: '1',
  SMTP_ANSWER_SECONDS: '1',
  CONTACT_LEASE_SECONDS: '6',
  CONTACT_RETRY_BASE_SECONDS: '1',
  // An hour's limits for minutes: all that comes is mailed, and a flooding address is stopped.
  CONTACT_RATE_TOTAL_PER_HOUR: '1000000',
};
const start = (deno: DenoVersion, port = 0) => startFunction({ port, environment, deno });
const workers: FunctionProcess[] = await Promise.all(DENOS.map((deno) => start(deno)));
const anyWorker = () => workers[Math.floor(Math.random() * workers.length)]?.url ?? '';

const counts = { attempts: 0, kills: 0, databaseCrashes: 0, smtpChanges: 0, refusedFlood: 0 };
const accepted = new Set<string>();
const refusedCustomers: string[] = [];
const calm = new AbortController();

async function whileStormy(work: () => Promise<void>): Promise<void> {
  while (!calm.signal.aborted) await work();
}

/** Posts once. Undefined: no answer, because the worker was killed under the request. */
async function post(text: string, address: string, key: string): Promise<number | undefined> {
  counts.attempts += 1;
  const message = { ...MESSAGE, message: text };
  const isNative = key.startsWith('0') || key.startsWith('1');
  try {
    const request = isNative
      ? formRequest(anyWorker(), message, { address })
      : scriptRequest(anyWorker(), message, { address, key });
    const response = await fetch(request, { signal: AbortSignal.timeout(VISITOR_PATIENCE_MS) });
    await response.arrayBuffer();
    if (response.status === 200 || response.status === 303) accepted.add(text);
    return response.status;
  } catch {
    return undefined;
  }
}

/** Sends message `index` until it is accepted, as a patient visitor would: the same key each time. */
async function visit(index: number): Promise<void> {
  const text = `Mensagem número ${index}.`;
  const address = newVisitorAddress();
  const key = crypto.randomUUID();
  while (!isOver()) {
    const status = await post(text, address, key);
    if (accepted.has(text)) return;
    if (status !== undefined && status !== 503) {
      refusedCustomers.push(`${text} ${status}`);
      return;
    }
    await sleep(PAUSE_BEFORE_TRYING_AGAIN_MS);
  }
}

let floodIndex = 0;
const storm = [
  whileStormy(async () => {
    await sleep(between(SMTP_FLAP_MS));
    smtp.behavior = BEHAVIORS[Math.floor(Math.random() * BEHAVIORS.length)] ?? 'accept';
    counts.smtpChanges += 1;
  }),
  whileStormy(async () => {
    await sleep(between(KILL_MS));
    const index = Math.floor(Math.random() * workers.length);
    const worker = workers[index];
    if (worker === undefined) return;
    await worker.kill('SIGKILL');
    counts.kills += 1;
    workers[index] = await start(DENOS[index] ?? 'newest', Number(new URL(worker.url).port));
  }),
  whileStormy(async () => {
    await sleep(between(DATABASE_CRASH_MS));
    counts.databaseCrashes += 1;
    await database.crash();
    await sleep(between(DATABASE_DOWN_MS));
    await database.restart();
  }),
  // Waits of hours would leave no message enough attempts to be parked within minutes, so nobody waits,
  // and each tenth that waits is one unsafe attempt away from it.
  whileStormy(async () => {
    await sleep(IMPATIENCE_MS);
    await query(
      `update public.contact_messages set next_attempt_at = now(),
         unsafe_attempts = case when id % 10 = 0 then 4 else unsafe_attempts end
       where sent_at is null and parked_at is null and not is_claimed`,
    ).catch(() => undefined);
  }),
  whileStormy(async () => {
    await sleep(between(PAUSE_BETWEEN_FLOOD_POSTS_MS));
    await Promise.all(
      Array.from({ length: FLOOD_POSTS_AT_A_TIME }, async () => {
        floodIndex += 1;
        const address = `198.51.100.${floodIndex % FLOODING_ADDRESSES}`;
        const text = `Enxurrada número ${floodIndex}.`;
        const status = await post(text, address, crypto.randomUUID());
        if (status === 429) counts.refusedFlood += 1;
      }),
    );
  }),
];

// What pg_cron is when hosted; it goes on after the storm.
const done = new AbortController();
const retryJob = (async () => {
  while (!done.signal.aborted) {
    await sleep(RETRY_JOB_INTERVAL_MS);
    await Promise.all(
      workers.map(async ({ url }) => {
        try {
          await (await fetch(retryRequest(url), { signal: AbortSignal.timeout(30_000) })).text();
        } catch {
          // Killed, or not back yet: the next round asks again.
        }
      }),
    );
  }
})();

/** How often the mailbox has each text. */
function copies(): Map<string, number> {
  const found = new Map<string, number>();
  for (const { text } of smtp.keptMails) {
    const wanted = /(?:Mensagem|Enxurrada) número \d+\./.exec(text ?? '')?.[0] ?? 'self-test';
    found.set(wanted, (found.get(wanted) ?? 0) + 1);
  }
  return found;
}
const keptIds = () => new Set(smtp.keptMails.map((mail) => mail.messageId));

const progress = setInterval(() => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${seconds} s: ${accepted.size} accepted, ${keptIds().size} mailed, ${counts.kills} kills`,
  );
}, 30_000);
let next = 0;
await Promise.all(
  Array.from({ length: VISITORS_AT_A_TIME }, async () => {
    while (next < MESSAGE_COUNT && !isOver()) {
      next += 1;
      const index = next;
      await sleep(between(PAUSE_BETWEEN_VISITS_MS));
      await visit(index);
    }
  }),
);
const stormSeconds = (performance.now() - startedAt) / 1000;
calm.abort();
await Promise.all(storm);
smtp.behavior = 'accept';

const status = async () => (await runCommand(query, ['status']))[0] ?? {};
await sleep(CALM_BEFORE_REPLAY_MS);
const { parked } = await status();
const mostCopiesByItself = Math.max(...[...copies()].map(([, count]) => count));
await runCommand(query, ['replay']);
let pending: unknown;
while (!isOver()) {
  ({ pending } = await status());
  if (Number(pending) === 0) break;
  await sleep(500);
}
done.abort();
await retryJob;
clearInterval(progress);

const found = copies();
const lost = [...accepted].filter((text) => !found.has(text));
const ids = keptIds().size;
const otherIds = ids - found.size;
console.log(`
${database.name}, workers on Deno ${DENOS.join(' and ')}, ${cpus().length} cores
storm of ${stormSeconds.toFixed(0)} s: ${counts.smtpChanges} changes of the SMTP server's mood, ${counts.kills} kills of a worker, ${counts.databaseCrashes} crashes of the database
submissions   ${counts.attempts} attempts for ${next} messages of customers and ${floodIndex} of the flood
accepted      ${accepted.size} in all
refused       ${refusedCustomers.length} customers, ${counts.refusedFlood} of the flood
mailed        ${found.size}
parked        ${Number(parked)} at the end of the storm, all replayed
pending       ${Number(pending)}
lost          ${lost.length}${lost.length === 0 ? '' : `: ${lost.slice(0, 20).join(' ')}`}
duplicated    ${smtp.keptMails.length - ids} further deliveries with the same Message-ID, ${otherIds} with another one
most          ${mostCopiesByItself} deliveries of one message before the replay
in all        ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);

await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
await smtp.stop();
await database.stop();
const isSound = lost.length === 0 && refusedCustomers.length === 0 && Number(pending) === 0;
if (!isSound || otherIds > 0 || next < MESSAGE_COUNT) process.exitCode = 1;
