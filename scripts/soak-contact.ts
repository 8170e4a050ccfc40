/**
 * `npm run soak:contact` sends 5,000 messages and a flood over TLS while everything around them fails, and then
 * shows that health turns red for each fault and green after it. A minute lasts two seconds: the database's
 * times are moved back by the rest. Needs PostgreSQL on the PATH.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import PostalMime from 'postal-mime';

import { applyMigrations } from '../local/database.ts';
import { availableDenos, FUNCTION_PATH, startFunction } from '../local/function-process.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { SMTP_FAULTS, startSmtpServer } from '../tests/support/smtp-server.ts';
import {
  environmentFor,
  formRequest,
  jobRequest,
  MESSAGE,
  newVisitorAddress,
  scriptRequest,
} from '../tests/support/submissions.ts';

/** In each round a worker is killed; in every third the database crashes. */
const ROUNDS = 60;
const SENDERS = { Cliente: { messages: 5000 }, Enxurrada: { messages: 4000, addresses: 400 } };
const MINUTE_MS = 2000;
const random = (max: number) => Math.floor(Math.random() * max);
const copies = new Map<string, number>();
const accepted = new Set<string>();
const faults: string[] = [];

const database = await startPostgres();
const query = (sql: string) => database.query<Record<string, number>>(sql).catch(() => undefined);
await applyMigrations(database.query);
const smtp = await startSmtpServer({
  security: 'starttls',
  async onMail(raw) {
    const { text = '' } = await PostalMime.parse(raw);
    for (const [one] of text.matchAll(/\w+ número \d+\./g))
      copies.set(one, (copies.get(one) ?? 0) + 1);
  },
});
smtp.lateMs = 2500;
const environment = environmentFor(database, smtp, { stepMs: 500, replyMs: 1000 });
const denos = availableDenos();
const start = (index: number, port = 0) =>
  startFunction({ port, environment, deno: denos[index % denos.length] ?? 'newest' });
const workers = [await start(0), await start(1)];
const urlOf = (index: number) => workers[index]?.url ?? '';

/** Posts until the function stores the message or refuses it. One in eight visitors has no script. */
async function post(text: string, address = newVisitorAddress()): Promise<void> {
  const [key, body] = [crypto.randomUUID(), { ...MESSAGE, message: text }];
  for (;;) {
    const request = /^[01]/.test(key)
      ? formRequest(urlOf(random(2)), body, { address })
      : scriptRequest(urlOf(random(2)), body, { address, key });
    const signal = AbortSignal.timeout(15_000);
    const response = await fetch(request, { redirect: 'manual', signal }).catch(() => undefined);
    const page = response?.headers.get('location') ?? '';
    if (response === undefined || response.status === 503 || page.endsWith('#agora')) {
      await sleep(300);
      continue;
    }
    if (response.status === 200 || page.endsWith('#mensagem-enviada')) accepted.add(text);
    else faults.push(`${text} was refused: ${response.status} ${page}`);
    return;
  }
}

const passMinutes = (minutes: number) => {
  const back = `- interval '${minutes} minutes'`;
  return query(`update contact_private.state set ran_at = ran_at ${back},
      digest_at = digest_at ${back}, login_tried_at = login_tried_at ${back};
    update contact_private.messages set created_at = created_at ${back}, sent_at = sent_at ${back},
      next_attempt_at = next_attempt_at ${back}
    where sent_at is null or sent_at > now() - interval '1 hour'`);
};
const textOf = (request: string | Request) =>
  fetch(request).then((response) => response.text(), String);
const runJob = (index: number) => textOf(jobRequest(urlOf(index)));
const health = () => textOf(`${urlOf(0)}${FUNCTION_PATH}`);

/** Minutes in which the mail server worked: now, when each message became due, and the longest wait. */
let [working, longest] = [0, 0];
const dueAt = new Map<string, number>();
const storm = new AbortController();
const clock = (async () => {
  while (!storm.signal.aborted) {
    await sleep(MINUTE_MS);
    void Promise.all([runJob(0), runJob(1)]);
    await passMinutes(1 - MINUTE_MS / 60_000);
    const due = await query(`select id, attempts from contact_private.messages
      where sent_at is null and handovers < 5 and next_attempt_at <= now()`);
    if (smtp.behavior === 'accept' && due) working += 1;
    for (const key of due?.map(({ id, attempts }) => `${id} ${attempts}`) ?? []) {
      dueAt.set(key, dueAt.get(key) ?? working);
      longest = Math.max(longest, working - (dueAt.get(key) ?? 0));
    }
  }
})();
const posts: Promise<void>[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const durationMs = random(6 * MINUTE_MS);
  smtp.behavior =
    round % 2 === 0 ? 'accept' : (SMTP_FAULTS[random(SMTP_FAULTS.length)] ?? 'accept');
  for (const [sender, { messages, ...flood }] of Object.entries(SENDERS)) {
    for (let index = round; index < messages; index += ROUNDS) {
      const visitor = 'addresses' in flood ? index % flood.addresses : undefined;
      const address =
        visitor === undefined ? undefined : `198.51.${100 + (visitor >> 8)}.${visitor & 255}`;
      const text = `${sender} número ${index}.`;
      posts.push(sleep(random(durationMs)).then(() => post(text, address)));
    }
  }
  await sleep(durationMs);
  const port = Number(new URL(urlOf(round % 2)).port);
  await workers[round % 2]?.kill('SIGKILL');
  workers[round % 2] = await start(round, port);
  if (round % 3 > 0) continue;
  await database.crash();
  await sleep(random(1500));
  await database.restart();
}
smtp.behavior = 'accept';
await Promise.all(posts);
const untilSent = async (and = '') => {
  const unsent = `select from contact_private.messages where sent_at is null ${and}`;
  while ((await query(unsent))?.length !== 0) await sleep(MINUTE_MS);
};
await untilSent('and handovers < 5');
const mostCopies = Math.max(...copies.values());
const sendStuck = () =>
  query(`update contact_private.messages set handovers = 0, next_attempt_at = now()
    where sent_at is null and handovers >= 5 returning id`);
const stuck = (await sendStuck())?.length ?? 0;
await untilSent();
storm.abort();
await clock;

async function expectHealth(word: RegExp, what: string, run = () => runJob(0)): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await passMinutes(10);
    await run();
    if (word.test(await health())) return;
  }
  faults.push(`health does not show ${what}`);
}
for (const [index, fault] of SMTP_FAULTS.entries()) {
  smtp.behavior = fault;
  await post(`Falha número ${index}.`);
  await expectHealth(index < 2 ? /mail/ : /overdue|stuck/, fault);
  smtp.behavior = 'accept';
  await sendStuck();
  await expectHealth(/pass/, `the end of ${fault}`);
}
await expectHealth(/schedule/, 'schedule', () => Promise.resolve(''));
await database.crash();
await expectHealth(/database/, 'database');
await database.restart();
await expectHealth(/pass/, 'the end of all faults');

const lost = [...accepted].filter((text) => !copies.has(text));
if (mostCopies > 5 || longest > 15) faults.push('too many copies, or too late');
console.table({ accepted: accepted.size, lost: lost.length, mostCopies, stuck, longest, ROUNDS });
console.log([...lost, ...faults].join('\n'), `${Math.round(performance.now() / 1000)} s`);
await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
await smtp.stop();
await database.stop();
if (lost.length + faults.length > 0) process.exitCode = 1;
