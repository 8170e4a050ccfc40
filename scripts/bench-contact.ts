// npm run bench:contact — what a message costs, beside the least a handler could do, on loopback.
//
// Both handlers run on Deno against the same database, in turns, with the same load. Rates differ
// from machine to machine; the ratios are what counts.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { median } from '../bench/statistics.ts';
import { startFunction, type FunctionProcess } from '../local/function-process.ts';
import { BASE_ENVIRONMENT, MESSAGE, scriptRequest } from '../tests/contact/support/submissions.ts';
import { startProofDatabase } from './contact/database.ts';
import { startBareMailSink } from './contact/mail-sink.ts';
import { runLoad, type LoadResult } from './contact/load.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '8' },
    'max-rows': { type: 'string', default: '1000000' },
  },
});
const COUNT = Number(values.requests);
const CONCURRENCY = Number(values.concurrency);
const MAX_ROWS = Number(values['max-rows']);
const ROUNDS = 3;
const WARM_UP_COUNT = 500;

/** Bytes of memory a process holds. */
function residentBytes(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return (
      Number(spawnSync('ps', ['-o', 'rss=', '-p', String(processId)]).stdout.toString()) * 1024
    );
  }
}

const medianOf = (results: LoadResult[]): LoadResult => ({
  requestsPerSecond: median(results.map((one) => one.requestsPerSecond)),
  p50: median(results.map((one) => one.p50)),
  p95: median(results.map((one) => one.p95)),
  p99: median(results.map((one) => one.p99)),
  refused: results.reduce((sum, one) => sum + one.refused, 0),
});

const row = (name: string, result: LoadResult) =>
  `${name.padEnd(22)} ${result.requestsPerSecond.toFixed(0).padStart(6)} requests/s   ` +
  `p50 ${result.p50.toFixed(1)} ms   p95 ${result.p95.toFixed(1)} ms   p99 ${result.p99.toFixed(1)} ms` +
  (result.refused === 0 ? '' : `   REFUSED ${result.refused}`);

const mailSink = await startBareMailSink();

const database = await startProofDatabase();
await database.query(
  'create table public.bare_messages (id bigint generated always as identity primary key, name text, phone text, message text, created_at timestamptz not null default now())',
);
const environment = {
  ...BASE_ENVIRONMENT,
  SUPABASE_DB_URL: database.url,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(mailSink.port),
  SMTP_SECURITY: 'none',
  SMTP_USER: '',
  SMTP_PASSWORD: '',
  // The load comes faster than any hour's limit; the limits are still counted for each message.
  CONTACT_RATE_TOTAL_PER_HOUR: '100000000',
};
const contact = await startFunction({ port: 0, environment });
const bare = await startFunction({
  port: 0,
  environment,
  entry: join(import.meta.dirname, 'contact/bare-handler.ts'),
});

let sentBefore = 0;
async function load(target: FunctionProcess, count = COUNT): Promise<LoadResult> {
  const offset = sentBefore;
  sentBefore += count;
  return runLoad(
    (index) => {
      const number = offset + index;
      return scriptRequest(
        target.url,
        { ...MESSAGE, message: `${MESSAGE.message} (${number})` },
        { key: crypto.randomUUID() },
      );
    },
    { count, concurrency: CONCURRENCY },
  );
}

console.log(
  `${database.name}, ${cpus().length} cores, ${COUNT} requests a round, ${CONCURRENCY} at a time, median of ${ROUNDS} rounds\n`,
);
await load(bare, WARM_UP_COUNT);
await load(contact, WARM_UP_COUNT);
const memoryAtStart = residentBytes(contact.processId);
const bareResults: LoadResult[] = [];
const contactResults: LoadResult[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  bareResults.push(await load(bare));
  contactResults.push(await load(contact));
}
const bareResult = medianOf(bareResults);
const contactResult = medianOf(contactResults);
console.log(row('bare insert', bareResult));
console.log(row('send-contact-email', contactResult));
const throughputShare = contactResult.requestsPerSecond / bareResult.requestsPerSecond;
const p99Factor = contactResult.p99 / bareResult.p99;
console.log(
  `\nthroughput ${throughputShare.toFixed(2)} of bare (aim: at least 0.50)   ` +
    `p99 ${p99Factor.toFixed(2)} times bare (aim: under 3)`,
);
console.log(
  `mails sent at once during the load: ${mailSink.count()}; the others wait for the retry job, as designed`,
);
console.log(
  `memory of the function: ${(memoryAtStart / 2 ** 20).toFixed(0)} MB after warm-up, ` +
    `${(residentBytes(contact.processId) / 2 ** 20).toFixed(0)} MB after ${ROUNDS * COUNT} messages\n`,
);

console.log('Cost per message as the table grows:');
const costs: number[] = [];
for (let size = 1000; size <= MAX_ROWS; size *= 10) {
  await database.query(`
    delete from public.contact_messages where sent_at is not null;
    update public.contact_messages set sent_at = now() where sent_at is null;
    insert into public.contact_messages
      (idempotency_key, message_id, name, phone, message, attempts, created_at, sent_at)
    select encode(sha256(('filler' || '${size}-' || i)::bytea), 'hex'), '<filler-' || i || '@araucaria.example>',
      'Fulano', '49988887777', repeat('Mensagem de enchimento. ', 10), 1,
      now() - i * interval '10 s', now() - i * interval '10 s'
    from generate_series(1, ${size} - (select count(*) from public.contact_messages)::int) i;
  `);
  await database.query('vacuum analyze public.contact_messages');
  await database.query('checkpoint');
  await load(contact, WARM_UP_COUNT);
  const results: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) results.push(await load(contact, 1000));
  const result = medianOf(results);
  const costMs = 1000 / result.requestsPerSecond;
  costs.push(costMs);
  console.log(
    `${String(size).padStart(9)} rows: ${costMs.toFixed(2)} ms a message   p99 ${result.p99.toFixed(1)} ms`,
  );
}
const growth = (costs.at(-1) ?? 0) / (costs[0] ?? 1);
console.log(
  `from the smallest to the largest table: ${growth.toFixed(2)} times the cost (aim: flat)`,
);

await Promise.all([contact.kill('SIGTERM'), bare.kill('SIGTERM')]);
mailSink.stop();
await database.stop();
