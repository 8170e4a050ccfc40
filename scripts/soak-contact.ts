// `npm run soak:contact` sends thousands of messages while everything around them fails: the SMTP server
// flaps and confirms late or never, the database crashes and restarts, workers are killed, and hundreds of
// addresses flood the function, so that mail is sent in digests. A second phase has only the flood, to
// measure how long customers wait. In the end, every accepted message must be in the mailbox. A minute lasts
// two seconds here. Requires PostgreSQL on the PATH.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import PostalMime from 'postal-mime';

import { applyMigrations } from '../local/database.ts';
import { availableDenos, startFunction, type FunctionProcess } from '../local/function-process.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startSmtpServer, type SmtpBehavior } from '../testing/smtp-server.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  MESSAGE,
  newVisitorAddress,
  retryRequest,
  scriptRequest,
} from '../testing/submissions.ts';
import { runCommand } from './contact/operator.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '10000' } } });
const MESSAGE_COUNT = Number(values.messages);
/** Customers who write during the flood-only phase. */
const FLOOD_PHASE_CUSTOMERS = 200;
const BACKLOG_ROWS = 1200;
const MINUTE_MS = 2000;
const VISITORS_AT_A_TIME = 24;
const VISITOR_PATIENCE_MS = 15_000;
const FLOODING_ADDRESSES = 400;
/** Mails an hour above which digests begin. */
const SINGLE_MAILS_PER_HOUR = 300;
/** The server confirms one message in this many late. */
const LATE_EVERY_MESSAGES = 1000;
const LATE_MS = 1500;

/** Mostly `accept`; the failures are equally likely. */
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

const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1000);
const between = (min: number, max: number) => min + Math.random() * (max - min);
const anyOf = <T>(list: readonly T[]): T => {
  const [one] = list.slice(Math.floor(Math.random() * list.length));
  if (one === undefined) throw new Error('The list is empty.');
  return one;
};

const storm = new AbortController();
const flooding = new AbortController();
const job = new AbortController();

/** Repeats an action, with a random pause of `minMs` to `maxMs`. */
async function repeat(
  { signal }: AbortController,
  [minMs, maxMs]: [number, number],
  work: () => unknown,
): Promise<void> {
  for (;;) {
    await sleep(between(minMs, maxMs));
    if (signal.aborted) return;
    await work();
  }
}

let attempts = 0;
let kills = 0;
let exits = 0;
let databaseCrashes = 0;
let smtpChanges = 0;
let flood = 0;
let limited = 0;
const accepted = new Set<string>();
const refusedCustomers: string[] = [];
/** Attempts that visitors needed, by text. */
const tries = new Map<string, number>();
/** Copies in the mailbox and their Message-IDs, by text. */
const copies = new Map<string, number>();
const messageIds = new Map<string, Set<string>>();
let digests = 0;
/** Time of acceptance, and time from there to the mail, by text. */
const acceptedAtMs = new Map<string, number>();
const waitsMs = new Map<string, number>();
let isReplayed = false;

const database = await startPostgres();
await applyMigrations(database.query);
const smtp = await startSmtpServer({
  security: 'tls',
  async onMail(raw) {
    const { text = '', messageId = '' } = await PostalMime.parse(raw);
    let isLate = false;
    const found = [...text.matchAll(/(?:Cliente|Enxurrada) número (\d+)\./g)];
    if (found.length > 1) digests += 1;
    for (const [one, index] of found) {
      copies.set(one, (copies.get(one) ?? 0) + 1);
      messageIds.set(one, (messageIds.get(one) ?? new Set()).add(messageId));
      const askedAtMs = acceptedAtMs.get(one) ?? performance.now();
      if (!waitsMs.has(one)) waitsMs.set(one, performance.now() - askedAtMs);
      if (one.startsWith('Cliente') && Number(index) % LATE_EVERY_MESSAGES === 0) isLate = true;
    }
    if (isLate && !isReplayed) await sleep(LATE_MS);
  },
});
smtp.lateMs = LATE_MS;
const environment = {
  ...BASE_ENVIRONMENT,
  SUPABASE_DB_URL: database.url,
  CONTACT_DB_CA: database.ca,
  SMTP_PORT: String(smtp.port),
  SMTP_SECURITY: 'tls',
  SMTP_TLS_CA: smtp.ca,
  SMTP_DEADLINE_SECONDS: '1',
  SMTP_ANSWER_SECONDS: '1',
  CONTACT_LEASE_SECONDS: '6',
  CONTACT_RETRY_BASE_SECONDS: '1',
  CONTACT_RATE_TOTAL_PER_HOUR: String(SINGLE_MAILS_PER_HOUR),
};
const denos = availableDenos();
async function start(index: number, port = 0): Promise<FunctionProcess> {
  const deno = denos[index % denos.length] ?? 'newest';
  const worker = await startFunction({ port, environment, deno });
  void worker.exited.then(() => (exits += 1));
  return worker;
}
const workers = [await start(0), await start(1)];

/** Posts once. Returns undefined if the worker was killed during the request. */
async function post(text: string, address: string, key: string): Promise<number | undefined> {
  attempts += 1;
  tries.set(text, (tries.get(text) ?? 0) + 1);
  const { url } = anyOf(workers);
  const message = { ...MESSAGE, message: text };
  const request = /^[01]/.test(key)
    ? formRequest(url, message, { address })
    : scriptRequest(url, message, { address, key });
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(VISITOR_PATIENCE_MS) });
    await response.arrayBuffer();
    if (response.status === 200) {
      accepted.add(text);
      if (!acceptedAtMs.has(text)) acceptedAtMs.set(text, performance.now());
    }
    return response.status;
  } catch {
    return undefined;
  }
}

/** Sends a message with the same key until it is accepted, like a patient visitor. */
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
  repeat(storm, [300, 1500], () => {
    smtp.behavior = anyOf(BEHAVIORS);
    smtpChanges += 1;
  }),
  repeat(storm, [1500, 4000], async () => {
    const worker = anyOf(workers);
    const index = workers.indexOf(worker);
    kills += 1;
    await worker.kill('SIGKILL');
    workers[index] = await start(index, Number(new URL(worker.url).port));
  }),
  repeat(storm, [5000, 10_000], async () => {
    databaseCrashes += 1;
    await database.crash();
    await sleep(between(200, 1500));
    await database.restart();
  }),
];
const floods = [1, 2, 3].map(() =>
  repeat(flooding, [0, 100], async () => {
    flood += 1;
    const address = `198.51.${(flood % FLOODING_ADDRESSES) >> 8}.${(flood % FLOODING_ADDRESSES) & 255}`;
    const status = await post(`Enxurrada número ${flood}.`, address, crypto.randomUUID());
    if (status === 429) limited += 1;
  }),
);
const helpers = [
  // In place of pg_cron. Skips a worker that has not restarted yet.
  ...workers.map((_, index) =>
    repeat(job, [MINUTE_MS, MINUTE_MS], () =>
      fetch(retryRequest(workers[index]?.url ?? ''))
        .then((response) => response.text())
        .catch(() => undefined),
    ),
  ),
  repeat(job, [MINUTE_MS, MINUTE_MS], () =>
    database
      .query(`update contact_private.job set digest_at = digest_at - interval '55 seconds'`)
      .catch(() => undefined),
  ),
  // Shortens the waits, which would otherwise postpone all retries to the end.
  repeat(job, [2000, 2000], () =>
    database
      .query(
        `update public.contact_messages set next_attempt_at = now()
         where sent_at is null and parked_at is null and claim is null and next_attempt_at > now()`,
      )
      .catch(() => undefined),
  ),
];
const progress = setInterval(() => {
  console.log(`${seconds()} s: ${accepted.size} accepted, ${copies.size} mailed`);
}, 30_000);

let next = 0;
/** Sends customers' messages up to the given count. */
const customersUntil = (count: number, pauseMs: number) =>
  Promise.all(
    Array.from({ length: VISITORS_AT_A_TIME }, async () => {
      while (next < count) {
        next += 1;
        const index = next;
        await sleep(between(0, pauseMs));
        await visit(index);
      }
    }),
  );
await customersUntil(MESSAGE_COUNT - FLOOD_PHASE_CUSTOMERS, 800);
const stormSeconds = seconds();
storm.abort();
await Promise.all(troubles);
smtp.behavior = 'accept';
// Waits until the customers of the first phase have been served.
for (;;) {
  const [status] = await runCommand(database.query, ['status']);
  const waiting = [...accepted].filter((text) => text.startsWith('C') && !copies.has(text));
  if (waiting.length <= Number(status?.['parked'])) break;
  await sleep(500);
}
// Would take four hours one by one.
await database.query(
  `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
   select encode(sha256(i::text::bytea), 'hex'), '<' || i || '@x.example>', 'N', '49988887777',
     'Enxurrada número ' || i || '.' from generate_series(1000001, 1000000 + ${BACKLOG_ROWS}) i`,
);
for (let row = 1; row <= BACKLOG_ROWS; row += 1)
  accepted.add(`Enxurrada número ${1_000_000 + row}.`);
const inStorm = { digests, flood };
const calmFrom = next;
const calmBegan = seconds();
await customersUntil(MESSAGE_COUNT, 4000);
const calmSeconds = seconds() - calmBegan;
flooding.abort();
await Promise.all(floods);

/** Waits until only parked messages are unsent. Resolves with their count. */
async function untilNothingWaits(): Promise<number> {
  for (;;) {
    const [status] = await runCommand(database.query, ['status']);
    if (Number(status?.['pending']) === 0) return Number(status?.['parked']);
    await sleep(500);
  }
}
const parked = await untilNothingWaits();
// While the database is down, each retry of a visitor may add a copy.
const mostDeliveries = Math.max(
  ...[...copies].map(([text, count]) => count - (tries.get(text) ?? 1) + 1),
);
isReplayed = true;
await runCommand(database.query, ['replay']);
await untilNothingWaits();
job.abort();
await Promise.all(helpers);
clearInterval(progress);

const lost = [...accepted].filter((text) => !copies.has(text));
const furtherDeliveries = [...copies.values()].reduce((sum, count) => sum + count - 1, 0);
// A message that returns in another digest has another Message-ID.
const otherIds = [...messageIds.values()].reduce((sum, ids) => sum + ids.size - 1, 0);
const calmWaits = [...waitsMs]
  .filter(([text]) => Number(/^Cliente número (\d+)/.exec(text)?.[1] ?? 0) > calmFrom)
  .map(([, waitMs]) => Math.max(0, waitMs) / MINUTE_MS)
  .sort((one, other) => one - other);
const longestWait = calmWaits.at(-1) ?? 0;
const medianWait = calmWaits[Math.floor(calmWaits.length / 2)] ?? 0;
const crashes = exits - kills;
console.log(`
workers on Deno ${denos.join(' and ')}, ${cpus().length} cores
database by TLS; storm of ${stormSeconds} s: ${smtpChanges} changes of the SMTP server's behavior, ${kills} kills of a worker, ${databaseCrashes} crashes of the database
submissions   ${attempts} attempts for ${MESSAGE_COUNT} messages of customers and ${flood} of the flood
accepted      ${accepted.size} in all
refused       ${refusedCustomers.length} customers, ${limited} of the flood
mailed        ${copies.size}
parked        ${parked}, then replayed
lost          ${lost.length}${lost.length === 0 ? '' : `: ${lost.slice(0, 20).join(' ')}`}
digests       ${inStorm.digests} in the storm, ${digests} in all
flood alone   ${calmSeconds} s, ${flood - inStorm.flood} messages from ${FLOODING_ADDRESSES} addresses on top of ${BACKLOG_ROWS}; customers waited ${medianWait.toFixed(1)} minutes (half), ${longestWait.toFixed(1)} (all ${calmWaits.length})
duplicated    ${furtherDeliveries} further deliveries, ${otherIds} of them under another digest's Message-ID
most          ${mostDeliveries} deliveries of one message, without those of its visitor's further tries
went down     ${crashes} workers by themselves
in all        ${seconds()} s`);

await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
await smtp.stop();
await database.stop();
const faults = lost.length + refusedCustomers.length + crashes;
if (faults > 0 || mostDeliveries > 5 || longestWait > 15) process.exitCode = 1;
