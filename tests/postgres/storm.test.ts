// A flood of messages, over TLS, one in a hundred of which cannot be composed, while workers are killed, the database
// crashes and the mail server fails in every way. `npm run test:postgres -- --mode=soak storm` lets it last twenty times as long.
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { applyMigrations } from '../../local/database.ts';
import { DENOS, startFunction } from '../../local/function-process.ts';
import { guideSql } from '../contact/support/stack.ts';
import { startPostgres } from '../support/postgres.ts';
import { SMTP_FAULTS, startMailbox } from '../support/smtp-server.ts';
import * as submissions from '../support/submissions.ts';

/** In each round a worker is killed; in every third the database crashes. */
const ROUNDS = import.meta.env.MODE === 'soak' ? 60 : 3;
const MESSAGES_PER_ROUND = 150;
/** Fewer than an address may send in an hour. */
const MESSAGES_PER_ADDRESS = 25;
/** How long a minute of the database lasts: its times are moved back by the rest. */
const MINUTE_MS = 2000;
const TIMEOUT_MS = 60 * 60_000;
const random = (max: number) => Math.floor(Math.random() * max);

test(
  `a storm of ${ROUNDS} rounds loses no message, refuses none and mails none six times`,
  async () => {
    const database = await startPostgres();
    await applyMigrations(database.query);
    /** Undefined while the database is down. */
    const query = <Row = unknown>(sql: string) => database.query<Row>(sql).catch(() => undefined);
    const smtp = await startMailbox('starttls');
    const countCopies = () => {
      const mailed = smtp.keptMails.flatMap(({ text = '' }) => text.match(/número \d+\./g) ?? []);
      return Object.values(Object.groupBy(mailed, (one) => one)).map((all) => all?.length ?? 0);
    };
    const deadlines = { stepMs: 500, loginMs: 500, replyMs: 1000 };
    const environment = submissions.environmentFor(database, smtp, deadlines);
    const start = (index: number, port = 0) =>
      startFunction({ port, environment, deno: DENOS[index % DENOS.length] ?? 'newest' });
    const workers = [await start(0), await start(1)];
    const urlOf = (index: number) => workers[index]?.url ?? '';

    /** Posts until the function stores the message. One in eight visitors has no script. */
    async function post(index: number): Promise<void> {
      const network = Math.floor(index / MESSAGES_PER_ADDRESS);
      const address = `198.51.${network >> 8}.${network & 255}`;
      const [key, body] = [
        crypto.randomUUID(),
        { ...submissions.MESSAGE, message: `número ${index}.` },
      ];
      for (;;) {
        const request = /^[01]/.test(key)
          ? submissions.formRequest(urlOf(random(2)), body, { address })
          : submissions.scriptRequest(urlOf(random(2)), body, { address, key });
        const signal = AbortSignal.timeout(15_000);
        const response = await fetch(request, { redirect: 'manual', signal }).catch(
          () => undefined,
        );
        const page = response?.headers.get('location') ?? '';
        if (response?.status === 200 || page.endsWith('#mensagem-enviada')) return;
        const isDown = response === undefined || response.status === 503 || page.endsWith('#agora');
        if (!isDown) throw new Error(`Message ${index} is refused: ${response.status} ${page}`);
        await sleep(300);
      }
    }

    /** Older than any other, so that it stands first in a mail. Its date cannot be shown. */
    async function poison(index: number): Promise<void> {
      const sql = `insert into contact_private.messages (submission_key, name, phone, message, created_at)
        values (encode(sha256('${index}'), 'hex'), 'n', 'p', 'veneno', '-infinity') returning id`;
      while ((await query(sql)) === undefined) await sleep(300);
    }

    const storm = new AbortController();
    const clock = (async () => {
      while (!storm.signal.aborted) {
        await sleep(MINUTE_MS);
        for (const { url } of workers)
          void fetch(submissions.jobRequest(url)).catch(() => undefined);
        const back = `- interval '${60 - MINUTE_MS / 1000} seconds'`;
        await query(`
        update contact_private.state set digest_at = digest_at ${back},
          singles = array(select at ${back} from unnest(singles) at);
        update contact_private.messages set sent_at = sent_at ${back}, next_attempt_at = next_attempt_at ${back}
        where sent_at is null or sent_at > now() - interval '1 hour'`);
      }
    })();

    const posts: Promise<void>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const durationMs = random(6 * MINUTE_MS);
      const fault = SMTP_FAULTS[random(SMTP_FAULTS.length)] ?? 'accept';
      smtp.behavior = round % 2 === 0 ? 'accept' : fault;
      for (let index = 0; index < MESSAGES_PER_ROUND; index += 1) {
        const number = round * MESSAGES_PER_ROUND + index;
        posts.push(sleep(random(durationMs)).then(() => post(number)));
        if (number % 100 === 0) posts.push(poison(number));
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
    const untilNone = async (condition: string) => {
      const unsent = `select from contact_private.messages where sent_at is null and message <> 'veneno' and ${condition}`;
      while ((await query(unsent))?.length !== 0) await sleep(MINUTE_MS);
    };
    await untilNone('handovers < 5');
    const mostCopies = Math.max(...countCopies());
    const poisonApart = ` and message <> 'veneno' returning id`;
    const sendAgain = guideSql('Send again').replace(';', poisonApart);
    const stuck = (await query(sendAgain))?.length;
    await untilNone('true');
    const poisons = await query<{ mailed: boolean }>(
      `select sent_at is not null as mailed from contact_private.messages where message = 'veneno'`,
    );
    storm.abort();
    await clock;
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
    await smtp.stop();
    await database.stop();

    const [arrived, poisoned] = [countCopies().length, poisons?.length];
    console.table({ rounds: ROUNDS, arrived, mostCopies, stuck, poisoned });
    expect(poisons?.filter(({ mailed }) => mailed)).toEqual([]);
    expect(arrived).toBe(ROUNDS * MESSAGES_PER_ROUND);
    expect(mostCopies).toBeLessThanOrEqual(5);
  },
  TIMEOUT_MS,
);
