// What leaves when, whatever comes: generated histories of the queue, on a PostgreSQL engine.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { EMPTY, guideSql, insertMessages } from './support/stack.ts';

/** By day, always the same ones. */
const RUNS = process.env['NIGHTLY'] === undefined ? { numRuns: 15, seed: 81 } : { numRuns: 1000 };
/** A night's histories take minutes, and on a busy machine some times as long. */
const TIMEOUT_MS = 3_600_000;

const database = await startPglite();
afterAll(() => database.stop());
const { query } = database;

/** What may come of a mail, and what the function then calls. */
const RECORDS = {
  'no session': `contact_private.mark_failed($1, 'ETIMEDOUT', false, false)`,
  'no worker': '$1::bigint[]',
  'no reply': `contact_private.mark_failed($1, 'ETIMEDOUT', false, true)`,
  refused: `contact_private.mark_failed($1, '554', true, true)`,
  taken: 'contact_private.mark_sent($1)',
};
type Outcome = keyof typeof RECORDS;

const anyLimit = fc.constantFrom<number>(1, 2, 3, 4, 12, 300);
const anyMessages = fc.record({
  count: fc.constantFrom<number>(1, 1, 3, 25),
  isMarked: fc.boolean(),
  /** What the server, or the worker, makes of the content. */
  fate: fc.constantFrom<string>('taken', 'taken', 'refused', 'refused with others', 'no worker'),
});
const anyServer = fc.constantFrom<Outcome>('taken', 'no session', 'refused', 'no reply');
const anyEvent = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: anyMessages },
    { weight: 2, arbitrary: anyServer },
    { weight: 1, arbitrary: anyLimit },
    { weight: 1, arbitrary: fc.constant('send again' as const) },
  ),
  minutes: fc.constantFrom<number>(0, 0, 0, 1, 1, 5, 31, 31, 60, 60, 60, 1440),
});

// `doubts`: hand-overs without an outcome. A customer's message leaves `by` a minute, unless a mail with it has failed.
const NEW = { hasLeft: false, leftAt: Infinity, doubts: 0, by: 0 };
type Message = typeof NEW & (typeof anyMessages extends fc.Arbitrary<infer Come> ? Come : never);
const isOwed = ({ fate, hasLeft }: Message) => !hasLeft && /taken|with/.test(fate);
type Event = typeof anyEvent extends fc.Arbitrary<infer One> ? One : never;

/** Two mailers, a mail server and its customers, by a clock of minutes. */
async function play(limit: number, events: Event[]): Promise<Message[]> {
  await query(EMPTY);
  const messages: Message[] = [];
  const offers: { at: number; limit: number }[] = [];
  let server: Outcome = 'taken';
  let clock = 0;
  const digestsPerHour = () => Math.max(1, Math.min(64, Math.floor(limit / 2)));
  const nextDigest = () => clock + (61 / digestsPerHour()) * Math.ceil(messages.length / 100);

  async function apply(what: Event['what']) {
    if (typeof what === 'object') {
      await query(`${insertMessages(what.count)}
        update contact_private.messages set is_suspect = ${what.isMarked} where id > ${messages.length}`);
      messages.push(...Array.from({ length: what.count }, () => ({ ...what, ...NEW })));
      const used = offers.filter(({ at }) => at > clock - 62).length;
      const waiting = messages.filter(({ hasLeft }) => !hasLeft).length;
      const by = used + waiting > limit - digestsPerHour() ? nextDigest() : clock;
      for (const message of messages.slice(-what.count)) message.by = by;
    } else if (what === 'send again') {
      await query(guideSql('Send again'));
      for (const message of messages) message.doubts %= 5;
    } else if (what !== server && what !== limit) {
      if (typeof what === 'number') limit = what;
      else server = what;
      for (const message of messages) message.by = Math.max(message.by, nextDigest());
    }
  }

  async function offer(ids: number[]) {
    const mail = messages.filter((_, index) => ids.includes(index + 1));
    const has = (fate: string) => mail.some((message) => message.fate === fate);
    let outcome = server;
    if (server !== 'no session') {
      if (has('refused') || (has('refused with others') && mail.length > 1)) outcome = 'refused';
      if (has('no worker')) outcome = 'no worker';
      // A mail leaves up to a minute after its claim.
      offers.push({ at: clock + 0.9 * ((offers.length + 1) % 2), limit });
      await query('select contact_private.hand_over($1)', [ids]);
    }
    await query(`select ${RECORDS[outcome]}`, [ids]);
    expect(new Set(mail.map(({ isMarked }) => isMarked)).size).toBe(1);
    for (const message of mail) {
      message.hasLeft = outcome === 'taken';
      if (message.hasLeft) message.leftAt = clock;
      else message.by = Infinity;
      if (!message.isMarked) expect(clock).toBeLessThanOrEqual(message.by + 0.1);
      if (/worker|reply/.test(outcome)) message.doubts += 1;
      // What ends a worker takes others with it twice at most.
      const isOwn = outcome !== 'no worker' || message.fate === outcome;
      expect(message.doubts).toBeLessThanOrEqual(isOwn ? 5 : 2);
    }
  }

  async function run(minutes: number, isDone = () => false) {
    const end = clock + minutes;
    while (!isDone()) {
      const claim = () =>
        query<{ id: number }>(`select id from contact_private.claim_mail(${limit})`);
      // What keeps a claim waiting may have passed by the time of the next query.
      const [asked] = await query<{ at: string }>('select clock_timestamp()::text as at');
      const mails = [await claim(), await claim()].filter(({ length }) => length > 0);
      for (const mail of mails) await offer(mail.map(({ id }) => id));
      if (mails.length > 0 && server !== 'no session') continue;
      const [next] = await query<{ minutes: number | null; health: string }>(
        `
        select extract(epoch from min(at) - clock_timestamp())::float / 60 as minutes,
          contact_private.health(${limit}) from (
            select next_attempt_at as at from contact_private.messages where sent_at is null and handovers < 5
            union all select digest_at + interval '61 minutes' / ${digestsPerHour()} from contact_private.state
            union all select unnest(singles) + interval '61 minutes' from contact_private.state
        ) moments where at > $1::timestamptz`,
        [asked?.at],
      );
      if (messages.every(({ by, isMarked }) => by < Infinity && !isMarked))
        expect(next?.health).not.toContain('overdue');
      // A session that does not open ends a run.
      const pause = Math.max(
        (next?.minutes ?? minutes) + 0.001,
        server === 'no session' ? 10 : 0.001,
      );
      const wait = Math.min(end - clock, pause);
      const back = `- interval '${wait.toFixed(4)} minutes'`;
      await query(`update contact_private.state set digest_at = digest_at ${back},
          singles = array(select at ${back} from unnest(singles) at);
        update contact_private.messages set sent_at = sent_at ${back}, created_at = created_at ${back},
          next_attempt_at = next_attempt_at ${back}`);
      clock += wait;
      if (clock >= end) break;
    }
  }

  for (const { what, minutes } of events) {
    await apply(what);
    await run(minutes);
  }
  for (const what of ['taken', 'send again'] as const) await apply(what);
  const slots = 10 + messages.length ** 2;
  await run(60 + (61 / digestsPerHour()) * slots, () => !messages.some(isOwed));
  expect(messages.filter(isOwed)).toEqual([]);
  for (const { at } of offers) {
    const hour = offers.filter((offer) => offer.at >= at && offer.at < at + 60);
    expect(hour.length).toBeLessThanOrEqual(Math.max(...hour.map((offer) => offer.limit)));
  }
  return messages;
}

const now = (what: Event['what'], minutes = 0) => ({ what, minutes });
const customers = (count: number, fate = 'taken') => now({ count, isMarked: false, fate });
const marked = () => now({ count: 1, isMarked: true, fate: 'taken' });

test(
  'whatever comes, a server is offered no more mails in sixty minutes than it may; what it takes leaves, a customer’s at once or in the next digest, a marked one after; and nothing comes twice but for a lost reply',
  () => {
    const histories = fc.array(anyEvent, { minLength: 1, maxLength: 10 });
    const wait = (minutes: number) => now('taken', minutes);
    const examples: [number, Event[]][] = [
      // 1.2.2 never mailed the suspect, nor the next customers for half an hour.
      [1, [customers(1, 'refused'), customers(25), marked(), wait(31), wait(29)]],
      [4, [now('no session'), customers(1), now('no session', 31), now('taken'), customers(1)]],
      [1, [customers(3, 'refused with others'), wait(5), customers(1)]],
      [1, [now('no session'), customers(3), customers(1, 'no worker')]],
      // The first is always refused, the second once.
      [1, [now('refused'), customers(1, 'refused'), customers(1), now('refused', 62)]],
    ];
    const property = fc.asyncProperty(anyLimit, histories, async (...history) => {
      await play(...history);
    });
    return fc.assert(property, { ...RUNS, examples });
  },
  TIMEOUT_MS,
);

test('neither suspects that keep coming nor what is refused again and again keep the other for ever', async () => {
  const hours = Array.from({ length: 100 }, () => [marked(), now('taken', 3)]).flat();
  const putOff = [now('refused'), customers(1), now('refused', 5), now('taken')];
  const [customer] = await play(4, [...putOff, ...hours]);
  expect(customer?.leftAt).toBeLessThan(240);
  const suspects = await play(4, [customers(8, 'refused'), now('taken', 300), marked()]);
  expect(suspects.at(-1)?.leftAt).toBeLessThan(900);
});
