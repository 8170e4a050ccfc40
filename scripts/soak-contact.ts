// npm run soak:contact — thousands of messages while everything around them breaks: the SMTP server
// flaps, the database crashes and restarts, the function is killed outright at random moments.
// Afterwards every message that a visitor was told had been accepted is looked for in the mailbox.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { hasPostgres, startPglite, startPostgres } from '../local/database.ts';
import { startFunction, type FunctionProcess } from '../local/function-process.ts';
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

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '20' },
  },
});
const MESSAGE_COUNT = Number(values.messages);
const TIME_LIMIT_MS = Number(values.minutes) * 60_000;

const WORKERS = 2;
const VISITORS_AT_A_TIME = 24;
const VISITOR_PATIENCE_MS = 15_000;
const PAUSE_BETWEEN_VISITS_MS = [0, 800] as const;
const PAUSE_BEFORE_TRYING_AGAIN_MS = 200;
const RETRY_JOB_INTERVAL_MS = 1000;
const SMTP_FLAP_MS = [300, 1500] as const;
const KILL_MS = [1500, 4000] as const;
const DATABASE_CRASH_MS = [5000, 10_000] as const;
const DATABASE_DOWN_MS = [200, 1500] as const;

const between = ([min, max]: readonly [number, number]) => min + Math.random() * (max - min);

const startedAt = performance.now();
const isOver = () => performance.now() - startedAt > TIME_LIMIT_MS;
const database = await (hasPostgres() ? startPostgres() : startPglite());
const smtp = await startMailbox('tls');
const environment = {
  ...BASE_ENVIRONMENT,
  SUPABASE_DB_URL: database.url,
  SMTP_PORT: String(smtp.port),
  SMTP_SECURITY: 'tls',
  SMTP_TLS_CA: smtp.ca,
  SMTP_DEADLINE_SECONDS: '1',
  CONTACT_LEASE_SECONDS: '6',
  CONTACT_RETRY_BASE_SECONDS: '1',
  CONTACT_RATE_TOTAL_PER_HOUR: '100000000',
};
const workers: FunctionProcess[] = await Promise.all(
  Array.from({ length: WORKERS }, () => startFunction({ port: 0, environment })),
);
const counts = { attempts: 0, kills: 0, databaseCrashes: 0, smtpChanges: 0, waits: 0 };
const calm = new AbortController();

async function whileStormy(work: () => Promise<void>): Promise<void> {
  while (!calm.signal.aborted) await work();
}

const storm = [
  whileStormy(async () => {
    await sleep(between(SMTP_FLAP_MS));
    const behaviors: SmtpBehavior[] = [
      'accept',
      'accept',
      'accept',
      'refuse-connection',
      'refuse-for-now',
      'refuse-for-good',
      'stall',
      'drop-in-data',
      'drop-after-data',
    ];
    smtp.behavior = behaviors[Math.floor(Math.random() * behaviors.length)] ?? 'accept';
    counts.smtpChanges += 1;
  }),
  whileStormy(async () => {
    await sleep(between(KILL_MS));
    const index = Math.floor(Math.random() * WORKERS);
    const worker = workers[index];
    if (worker === undefined) return;
    await worker.kill('SIGKILL');
    counts.kills += 1;
    workers[index] = await startFunction({ port: Number(new URL(worker.url).port), environment });
  }),
  whileStormy(async () => {
    await sleep(between(DATABASE_CRASH_MS));
    counts.databaseCrashes += 1;
    await database.crash();
    await sleep(between(DATABASE_DOWN_MS));
    await database.restart();
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

/** Sends message `index` until it is accepted, as a patient visitor would: the same key each time. */
async function visit(index: number): Promise<boolean> {
  const isNative = index % 5 === 0;
  const message = { ...MESSAGE, message: `Mensagem número ${index}.` };
  const options = { address: newVisitorAddress() };
  const key = crypto.randomUUID();
  while (!isOver()) {
    counts.attempts += 1;
    const url = workers[Math.floor(Math.random() * WORKERS)]?.url ?? '';
    try {
      const request = isNative
        ? formRequest(url, message, options)
        : scriptRequest(url, message, { ...options, key });
      const response = await fetch(request, { signal: AbortSignal.timeout(VISITOR_PATIENCE_MS) });
      await response.arrayBuffer();
      if (response.status === 200 || response.status === 303) return true;
      if (response.status !== 503) {
        throw new Error(`message ${index} was answered with ${response.status}`);
      }
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('message ')) throw error;
      // The worker was killed under the request, or is just starting.
    }
    counts.waits += 1;
    await sleep(PAUSE_BEFORE_TRYING_AGAIN_MS);
  }
  return false;
}

const keptMessageIds = () => new Set(smtp.keptMails.map((mail) => mail.messageId));
const accepted = new Set<number>();
let next = 0;
const progress = setInterval(() => {
  console.log(
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${accepted.size} accepted, ` +
      `${keptMessageIds().size} mailed, ${counts.kills} kills, ${counts.databaseCrashes} database crashes`,
  );
}, 15_000);
await Promise.all(
  Array.from({ length: VISITORS_AT_A_TIME }, async () => {
    while (next < MESSAGE_COUNT && !isOver()) {
      const index = next;
      next += 1;
      await sleep(between(PAUSE_BETWEEN_VISITS_MS));
      if (await visit(index)) accepted.add(index);
    }
  }),
);
const stormSeconds = (performance.now() - startedAt) / 1000;

calm.abort();
await Promise.all(storm);
smtp.behavior = 'accept';
let pending = -1;
while (!isOver()) {
  const [row] = await database.query<{ pending: number }>(
    'select count(*)::int as pending from public.contact_messages where sent_at is null',
  );
  pending = row?.pending ?? -1;
  if (pending === 0) break;
  await sleep(500);
}
done.abort();
await retryJob;
clearInterval(progress);

const found = new Map<number, number>();
for (const { text } of smtp.keptMails) {
  const index = Number(/Mensagem número (\d+)\./.exec(text ?? '')?.[1]);
  found.set(index, (found.get(index) ?? 0) + 1);
}
const [stored] = await database.query<{ count: number }>(
  'select count(*)::int as count from public.contact_messages',
);
const lost = [...accepted].filter((index) => !found.has(index));
const uniqueIds = keptMessageIds().size;
const collapsing = smtp.keptMails.length - uniqueIds;
const visibleTwice = uniqueIds - found.size;

console.log(`
${database.name}, ${WORKERS} workers, ${cpus().length} cores
storm of ${stormSeconds.toFixed(0)} s: ${counts.smtpChanges} changes of the SMTP server's mood, ${counts.kills} kills of a worker, ${counts.databaseCrashes} crashes of the database
submissions   ${counts.attempts} attempts for ${next} messages
accepted      ${accepted.size} (stored ${stored?.count ?? -1}, the rest mailed directly while the database was down)
mailed        ${found.size}
pending       ${pending}
lost          ${lost.length}${lost.length === 0 ? '' : `: messages ${lost.slice(0, 20).join(', ')}`}
duplicated    ${collapsing} second deliveries with the same Message-ID, ${visibleTwice} with another one
in all        ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);

await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
await smtp.stop();
await database.stop();
if (lost.length > 0 || accepted.size < MESSAGE_COUNT || pending !== 0) process.exitCode = 1;
