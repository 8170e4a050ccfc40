// npm run soak:contact — thousands of messages while everything around them breaks: the SMTP server
// flaps, confirms late or never, the database crashes and restarts, workers are killed outright, and a
// flood comes from a few addresses. Afterwards every message that a visitor was told had been accepted
// is looked for in the mailbox. It needs PostgreSQL on the PATH.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import PostalMime from 'postal-mime';

import { applyMigrations, startPostgres } from '../local/database.ts';
import { availableDenos, startFunction, type FunctionProcess } from '../local/function-process.ts';
import { startSmtpServer, type SmtpBehavior } from '../local/smtp-server.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  MESSAGE,
  newVisitorAddress,
  retryRequest,
  scriptRequest,
} from '../tests/contact/support/submissions.ts';
import { runCommand } from './contact/operator.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '10000' } } });
const MESSAGE_COUNT = Number(values.messages);

const VISITORS_AT_A_TIME = 24;
const FLOODING_ADDRESSES = 10;
const FLOOD_POSTS_AT_A_TIME = 3;
const VISITOR_PATIENCE_MS = 15_000;
const PAUSE_BETWEEN_VISITS_MS = [0, 800] as const;
const PAUSE_BETWEEN_FLOOD_POSTS_MS = [0, 100] as const;
const RETRY_JOB_INTERVAL_MS = 1000;
const SMTP_FLAP_MS = [300, 1500] as const;
const KILL_MS = [1500, 4000] as const;
const DATABASE_CRASH_MS = [5000, 10_000] as const;
const DATABASE_DOWN_MS = [200, 1500] as const;
const IMPATIENCE_MS = 2000;
/** The server confirms each of so many messages late, whenever it gets it. */
const ALWAYS_LATE = 250;
const ANSWER_SECONDS = 1;
const LATE_MS = 1500;

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
  if (error.code?.startsWith('ECONN') !== true) throw error;
});

const between = ([min, max]: readonly [number, number]) => min + Math.random() * (max - min);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1000);

let isReplayed = false;
/** How often the mailbox has each text, and under which Message-IDs. */
const copies = new Map<string, number>();
const messageIds = new Set<string>();

const database = await startPostgres();
await applyMigrations(database.query);
const smtp = await startSmtpServer({
  security: 'tls',
  async onMail(raw) {
    const { text, messageId } = await PostalMime.parse(raw);
    const [wanted = 'self-test', index] =
      /(?:Cliente|Enxurrada) número (\d+)\./.exec(text ?? '') ?? [];
    copies.set(wanted, (copies.get(wanted) ?? 0) + 1);
    messageIds.add(messageId ?? '');
    const isLate = wanted.startsWith('Cliente') && Number(index) % ALWAYS_LATE === 0;
    if (isLate && !isReplayed) await sleep(LATE_MS);
  },
});
smtp.lateMs = LATE_MS;
const environment = {
  ...BASE_ENVIRONMENT,
  SUPABASE_DB_URL: database.url,
  SMTP_PORT: String(smtp.port),
  SMTP_SECURITY: 'tls',
  SMTP_TLS_CA: smtp.ca,
  SMTP_DEADLINE_SECONDS: '1',
  SMTP_ANSWER_SECONDS: String(ANSWER_SECONDS),
  CONTACT_LEASE_SECONDS: '6',
  CONTACT_RETRY_BASE_SECONDS: '1',
  // An hour's limits for minutes: all that comes is mailed, and a flooding address is stopped.
  CONTACT_RATE_TOTAL_PER_HOUR: '1000000',
};
const denos = availableDenos();
const counts = {
  attempts: 0,
  kills: 0,
  exits: 0,
  databaseCrashes: 0,
  smtpChanges: 0,
  flood: 0,
  limited: 0,
};
async function start(index: number, port = 0): Promise<FunctionProcess> {
  const deno = denos[index % denos.length] ?? 'newest';
  const worker = await startFunction({ port, environment, deno });
  void worker.exited.then(() => (counts.exits += 1));
  return worker;
}
const workers = await Promise.all([start(0), start(1)]);
const anyWorker = () => workers[Math.floor(Math.random() * workers.length)]?.url ?? '';

const accepted = new Set<string>();
/** How often visitors had to send each text. */
const tries = new Map<string, number>();
const refusedCustomers: string[] = [];
const storm = new AbortController();
const job = new AbortController();

async function until(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await work();
}

/** Posts once. Undefined: no answer, because the worker was killed under the request. */
async function post(text: string, address: string, key: string): Promise<number | undefined> {
  counts.attempts += 1;
  tries.set(text, (tries.get(text) ?? 0) + 1);
  const message = { ...MESSAGE, message: text };
  const request = /^[01]/.test(key)
    ? formRequest(anyWorker(), message, { address })
    : scriptRequest(anyWorker(), message, { address, key });
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(VISITOR_PATIENCE_MS) });
    await response.arrayBuffer();
    if (response.status === 200) accepted.add(text);
    return response.status;
  } catch {
    return undefined;
  }
}

/** Sends a message until it is accepted, as a patient visitor would: with the same key each time. */
async function visit(index: number): Promise<void> {
  const text = `Cliente número ${index}.`;
  const address = newVisitorAddress();
  const key = crypto.randomUUID();
  for (;;) {
    const status = await post(text, address, key);
    if (status === 200) return;
    if (status !== undefined && status !== 503) {
      refusedCustomers.push(`${text} ${status}`);
      return;
    }
    await sleep(200);
  }
}

const troubles = [
  until(storm.signal, async () => {
    await sleep(between(SMTP_FLAP_MS));
    smtp.behavior = BEHAVIORS[Math.floor(Math.random() * BEHAVIORS.length)] ?? 'accept';
    counts.smtpChanges += 1;
  }),
  until(storm.signal, async () => {
    await sleep(between(KILL_MS));
    const index = counts.kills % workers.length;
    const worker = workers[index];
    await worker?.kill('SIGKILL');
    counts.kills += 1;
    workers[index] = await start(index, Number(new URL(worker?.url ?? '').port));
  }),
  until(storm.signal, async () => {
    await sleep(between(DATABASE_CRASH_MS));
    counts.databaseCrashes += 1;
    await database.crash();
    await sleep(between(DATABASE_DOWN_MS));
    await database.restart();
  }),
  until(storm.signal, async () => {
    await sleep(between(PAUSE_BETWEEN_FLOOD_POSTS_MS));
    await Promise.all(
      Array.from({ length: FLOOD_POSTS_AT_A_TIME }, async () => {
        counts.flood += 1;
        const address = `198.51.100.${counts.flood % FLOODING_ADDRESSES}`;
        const text = `Enxurrada número ${counts.flood}.`;
        if ((await post(text, address, crypto.randomUUID())) === 429) counts.limited += 1;
      }),
    );
  }),
];
// What pg_cron is when hosted.
const retryJob = until(job.signal, async () => {
  await sleep(RETRY_JOB_INTERVAL_MS);
  await Promise.all(
    workers.map(({ url }) =>
      fetch(retryRequest(url), { signal: AbortSignal.timeout(30_000) })
        .then((response) => response.text())
        // Killed, or not back yet: the next round asks again.
        .catch(() => undefined),
    ),
  );
});
// Waits of minutes and hours would keep all that failed once for the end.
const impatience = until(job.signal, async () => {
  await sleep(IMPATIENCE_MS);
  const due = `update public.contact_messages set next_attempt_at = now()
    where sent_at is null and parked_at is null and not is_claimed and next_attempt_at > now()`;
  await database.query(due).catch(() => undefined);
});
const progress = setInterval(() => {
  console.log(`${seconds()} s: ${accepted.size} accepted, ${copies.size} mailed`);
}, 30_000);

let next = 0;
await Promise.all(
  Array.from({ length: VISITORS_AT_A_TIME }, async () => {
    while (next < MESSAGE_COUNT) {
      next += 1;
      const index = next;
      await sleep(between(PAUSE_BETWEEN_VISITS_MS));
      await visit(index);
    }
  }),
);
const stormSeconds = seconds();
storm.abort();
await Promise.all(troubles);
smtp.behavior = 'accept';

/** Resolves once nothing waits any more but what is parked, with the count of that. */
async function untilNothingWaits(): Promise<number> {
  for (;;) {
    const [status] = await runCommand(database.query, ['status']);
    if (Number(status?.['pending']) === 0) return Number(status?.['parked']);
    await sleep(500);
  }
}
const parked = await untilNothingWaits();
// While the database is down, each further try of a visitor is a mail that nobody planned.
const mostDeliveries = Math.max(
  ...[...copies].map(([text, count]) => count - (tries.get(text) ?? 1) + 1),
);
isReplayed = true;
await runCommand(database.query, ['replay']);
await untilNothingWaits();
const lost = [...accepted].filter((text) => !copies.has(text));
const furtherDeliveries = [...copies.values()].reduce((sum, count) => sum + count - 1, 0);
const otherIds = messageIds.size - copies.size;
job.abort();
await Promise.all([retryJob, impatience]);
clearInterval(progress);
const crashes = counts.exits - counts.kills;

console.log(`
workers on Deno ${workers.map((_, index) => denos[index % denos.length]).join(' and ')}, ${cpus().length} cores
storm of ${stormSeconds} s: ${counts.smtpChanges} changes of the SMTP server's behavior, ${counts.kills} kills of a worker, ${crashes} crashes of one by itself, ${counts.databaseCrashes} crashes of the database
submissions   ${counts.attempts} attempts for ${MESSAGE_COUNT} messages of customers and ${counts.flood} of the flood
accepted      ${accepted.size} in all
refused       ${refusedCustomers.length} customers, ${counts.limited} of the flood
mailed        ${copies.size}
parked        ${parked}
lost          ${lost.length}${lost.length === 0 ? '' : `: ${lost.slice(0, 20).join(' ')}`}
duplicated    ${furtherDeliveries} further deliveries with the same Message-ID, ${otherIds} with another one
most          ${mostDeliveries} deliveries of one message, without those of its visitor's further tries
in all        ${seconds()} s`);

await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
await smtp.stop();
await database.stop();
if (lost.length + refusedCustomers.length + otherIds + crashes > 0 || mostDeliveries > 5)
  process.exitCode = 1;
