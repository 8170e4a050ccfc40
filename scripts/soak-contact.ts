/**
 * `npm run soak:contact` sends thousands of messages while everything around them fails: the SMTP server flaps
 * and confirms late or never, the database crashes and restarts, workers are killed, and hundreds of addresses
 * flood the function, so that mail is sent in digests. In the end, every accepted message must be in the mailbox,
 * and before the replay at most five times. A minute lasts two seconds here. Requires PostgreSQL on the PATH.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import PostalMime from 'postal-mime';

import { applyMigrations } from '../local/database.ts';
import { availableDenos, startFunction, type FunctionProcess } from '../local/function-process.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { startSmtpServer, type SmtpBehavior } from '../tests/support/smtp-server.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  MESSAGE,
  newVisitorAddress,
  jobRequest,
  scriptRequest,
} from '../tests/support/submissions.ts';
import { runCommand } from './contact/operator.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '10000' } } });
const MESSAGE_COUNT = Number(values.messages);
const MAX_COPIES = 5;
const MINUTE_MS = 2000;
const VISITORS_AT_A_TIME = 24;
const VISITOR_PATIENCE_MS = 15_000;
const FLOODING_ADDRESSES = 400;
/** Mails an hour above which digests begin. */
const SINGLE_MAILS_PER_HOUR = 300;
/** Until the replay, the server confirms one customer's message in this many too late. */
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

const between = (min: number, max: number) => min + Math.random() * (max - min);
const randomIndex = (list: readonly unknown[]) => Math.floor(Math.random() * list.length);

const storm = new AbortController();
const job = new AbortController();

/** Repeats an action, after a random pause each time. */
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

const counts = {
  'messages of customers': MESSAGE_COUNT,
  'messages of the flood': 0,
  attempts: 0,
  'changes of the SMTP server': 0,
  'crashes of the database': 0,
  'kills of a worker': 0,
  digests: 0,
};
let exits = 0;
const refusedCustomers: string[] = [];
/** Messages by text: attempts of the visitor, acceptance, and copies in the mailbox. */
const messages = new Map<string, { tries: number; isAccepted: boolean; copies: number }>();
let isReplayed = false;

function recordOf(text: string) {
  const record = messages.get(text) ?? { tries: 0, isAccepted: false, copies: 0 };
  messages.set(text, record);
  return record;
}

const database = await startPostgres();
await applyMigrations(database.query);
const smtp = await startSmtpServer({
  security: 'tls',
  async onMail(raw) {
    const { text = '' } = await PostalMime.parse(raw);
    const found = [...text.matchAll(/(Cliente|Enxurrada) número (\d+)\./g)];
    if (found.length > 1) counts.digests += 1;
    for (const [one] of found) recordOf(one).copies += 1;
    const isLate = found.some(
      ([, sender, number]) => sender === 'Cliente' && Number(number) % LATE_EVERY_MESSAGES === 0,
    );
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
  CONTACT_SINGLE_MAILS_PER_HOUR: String(SINGLE_MAILS_PER_HOUR),
};
const denos = availableDenos();
async function start(index: number, port = 0): Promise<FunctionProcess> {
  const deno = denos[index % denos.length] ?? 'newest';
  const worker = await startFunction({ port, environment, deno });
  void worker.exited.then(() => (exits += 1));
  return worker;
}
const workers = [await start(0), await start(1)];

/** Posts once. Returns undefined if there was no response, as from a worker that is killed. */
async function post(text: string, address: string, key: string): Promise<number | undefined> {
  counts.attempts += 1;
  const record = recordOf(text);
  record.tries += 1;
  const url = workers[randomIndex(workers)]?.url ?? '';
  const body = { ...MESSAGE, message: text };
  // One in eight visitors has no script.
  const request = /^[01]/.test(key)
    ? formRequest(url, body, { address })
    : scriptRequest(url, body, { address, key });
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(VISITOR_PATIENCE_MS) });
    await response.arrayBuffer();
    if (response.status === 200) record.isAccepted = true;
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

async function postFlood(): Promise<void> {
  counts['messages of the flood'] += 1;
  const number = counts['messages of the flood'];
  const host = number % FLOODING_ADDRESSES;
  const address = `198.51.${host >> 8}.${host & 255}`;
  await post(`Enxurrada número ${number}.`, address, crypto.randomUUID());
}

const disruptions = [
  repeat(storm, [300, 1500], () => {
    smtp.behavior = BEHAVIORS[randomIndex(BEHAVIORS)] ?? 'accept';
    counts['changes of the SMTP server'] += 1;
  }),
  repeat(storm, [1500, 4000], async () => {
    const index = randomIndex(workers);
    const worker = workers[index];
    if (worker === undefined) return;
    counts['kills of a worker'] += 1;
    await worker.kill('SIGKILL');
    workers[index] = await start(index, Number(new URL(worker.url).port));
  }),
  repeat(storm, [5000, 10_000], async () => {
    counts['crashes of the database'] += 1;
    await database.crash();
    await sleep(between(200, 1500));
    await database.restart();
  }),
  ...[1, 2, 3].map(() => repeat(storm, [0, 100], postFlood)),
];
/** Repeats work every minute, whether or not it succeeds: the database may be down. */
const everyMinute = (work: () => Promise<unknown>) =>
  repeat(job, [MINUTE_MS, MINUTE_MS], () => work().catch(() => undefined));
const jobs = [
  // In place of pg_cron.
  ...workers.map((_, index) =>
    everyMinute(async () => (await fetch(jobRequest(workers[index]?.url ?? ''))).text()),
  ),
  everyMinute(() =>
    database.query(
      `update contact_private.job set digest_at = digest_at - interval '55 seconds';
       -- Shortens the waits, which would otherwise postpone all retries to the end.
       update public.contact_messages set next_attempt_at = now()
       where sent_at is null and parked_at is null and claim is null and next_attempt_at > now()`,
    ),
  ),
];

let lastIndex = 0;
const customers = Array.from({ length: VISITORS_AT_A_TIME }, async () => {
  while (lastIndex < MESSAGE_COUNT) {
    lastIndex += 1;
    const index = lastIndex;
    await sleep(between(0, 800));
    await visit(index);
  }
});
await Promise.all(customers);
storm.abort();
await Promise.all(disruptions);
smtp.behavior = 'accept';

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
const mostCopies = Math.max(
  ...[...messages.values()].map(({ copies, tries }) => copies - tries + 1),
);
isReplayed = true;
await runCommand(database.query, ['replay']);
await untilNothingWaits();
job.abort();
await Promise.all(jobs);

const accepted = [...messages].filter(([, { isAccepted }]) => isAccepted);
const lost = accepted.filter(([, { copies }]) => copies === 0).map(([text]) => text);
const crashedWorkers = exits - counts['kills of a worker'];
console.table({
  ...counts,
  accepted: accepted.length,
  'parked, then replayed': parked,
  lost: lost.length,
  'refused customers': refusedCustomers.length,
  'most copies, without those of a visitor’s retries': mostCopies,
  'workers that crashed': crashedWorkers,
  seconds: Math.round(performance.now() / 1000),
});
for (const text of [...lost, ...refusedCustomers]) console.log(text);

await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
await smtp.stop();
await database.stop();
const faults = lost.length + refusedCustomers.length + crashedWorkers;
if (faults > 0 || mostCopies > MAX_COPIES) process.exitCode = 1;
