// What leaves when, whatever comes: generated histories of the queue, on a PostgreSQL engine.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { EMPTY, guideSql, insertMessages } from './support/stack.ts';

const HISTORIES = process.env['NIGHTLY'] === undefined ? 10 : 1000;
/** A night's histories take minutes, and on a busy machine some times as long. */
const TIMEOUT_MS = 3_600_000;

const database = await startPglite();
afterAll(() => database.stop());
const { query } = database;

interface Event {
  what: number | string | { count: number; isMarked: boolean; fate: string };
  minutes: number;
}
const anyLimit = fc.constantFrom(1, 2, 3, 4, 12, 300);
const anyMessages = fc.record({
  count: fc.constantFrom(1, 1, 3, 25),
  isMarked: fc.boolean(),
  /** What comes of the content. */
  fate: fc.constantFrom('taken', 'taken', 'refused', 'refused with others', 'ends the worker'),
});
const anyEvent: fc.Arbitrary<Event> = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: anyMessages },
    { weight: 2, arbitrary: fc.constantFrom('up', 'down', 'mailbox full', 'no replies') },
    { weight: 1, arbitrary: anyLimit },
    { weight: 1, arbitrary: fc.constant('send again') },
  ),
  minutes: fc.constantFrom(0, 0, 0, 1, 1, 5, 31, 31, 60, 60, 60, 1440),
});

interface Message {
  isMarked: boolean;
  fate: string;
  hasLeft: boolean;
  /** Hand-overs without an outcome. */
  doubts: number;
  /** When it came, or the number or the server last changed; infinite once a mail with it has failed. */
  since: number;
  /** A customer's message leaves within so many minutes. */
  bound: number;
}
const isOwed = ({ fate, hasLeft }: Message) => !hasLeft && /taken|with/.test(fate);

const RECORDS = {
  'no session': `contact_private.mark_failed($1, 'ETIMEDOUT', false, false)`,
  'no worker': '$1::bigint[]',
  'no reply': `contact_private.mark_failed($1, 'ETIMEDOUT', false, true)`,
  refused: `contact_private.mark_failed($1, '554', true, true)`,
  taken: 'contact_private.mark_sent($1)',
};

/** Two mailers, a mail server and its customers, by a clock of minutes. */
class Outbox {
  messages: Message[] = [];
  offers: { at: number; limit: number }[] = [];
  server = 'up';
  clock = 0;
  limit: number;
  constructor(limit: number) {
    this.limit = limit;
  }

  get digestsPerHour() {
    return Math.max(1, Math.min(64, Math.floor(this.limit / 2)));
  }

  async apply(what: Event['what']) {
    const interval = () => 61 / this.digestsPerHour;
    if (typeof what === 'object') {
      const { length } = this.messages;
      const used = this.offers.filter(({ at }) => at > this.clock - 62).length;
      const ahead = this.messages.filter(({ hasLeft }) => !hasLeft).length;
      const isPrompt = used + ahead < this.limit - this.digestsPerHour;
      for (let index = 0; index < what.count; index += 1) {
        const bound = isPrompt && index === 0 ? 0 : interval() * Math.ceil((length + index) / 100);
        this.messages.push({ ...what, hasLeft: false, doubts: 0, since: this.clock, bound });
      }
      await query(`${insertMessages(what.count)}
        update contact_private.messages set is_suspect = ${what.isMarked} where id > ${length}`);
    } else if (what === 'send again') {
      await query(guideSql('Send again'));
      for (const message of this.messages) message.doubts %= 5;
    } else if (what !== this.server && what !== this.limit) {
      if (typeof what === 'number') this.limit = what;
      else this.server = what;
      for (const message of this.messages) {
        message.since = Math.max(message.since, this.clock);
        message.bound = interval() * Math.ceil(this.messages.length / 100);
      }
    }
  }

  outcomeOf(mail: Message[]): keyof typeof RECORDS {
    const has = (fate: string) => mail.some((message) => message.fate === fate);
    if (this.server === 'down') return 'no session';
    if (has('ends the worker')) return 'no worker';
    if (has('refused') || (has('refused with others') && mail.length > 1)) return 'refused';
    if (this.server === 'mailbox full') return 'refused';
    return this.server === 'no replies' ? 'no reply' : 'taken';
  }

  async offer(ids: number[]) {
    const mail = this.messages.filter((_, index) => ids.includes(index + 1));
    const outcome = this.outcomeOf(mail);
    if (outcome !== 'no session') {
      // A mail leaves up to a minute after its claim.
      this.offers.push({ at: this.clock + 0.9 * (this.offers.length % 2), limit: this.limit });
      const handOver = await query('select contact_private.hand_over($1) as may', [ids]);
      expect(handOver).toEqual([{ may: true }]);
    }
    await query(`select ${RECORDS[outcome]}`, [ids]);
    expect(new Set(mail.map(({ isMarked }) => isMarked)).size).toBe(1);
    for (const message of mail) {
      message.hasLeft = outcome === 'taken';
      if (/worker|reply/.test(outcome)) message.doubts += 1;
      expect(message.doubts).toBeLessThanOrEqual(5);
      if (!message.hasLeft) message.since = Infinity;
      else if (!message.isMarked)
        expect(this.clock - message.since).toBeLessThanOrEqual(message.bound + 0.1);
    }
  }

  async run(minutes: number, isDone = () => false) {
    const end = this.clock + minutes;
    while (!isDone()) {
      const claim = () =>
        query<{ id: number }>(`select id from contact_private.claim_mail(${this.limit})`);
      const mails = [await claim(), await claim()].filter(({ length }) => length > 0);
      for (const mail of mails) await this.offer(mail.map(({ id }) => id));
      if (mails.length > 0 && this.server !== 'down') continue;
      const [next] = await query<{ minutes: number | null; health: string }>(`
        select extract(epoch from min(at) - clock_timestamp())::float / 60 as minutes,
          contact_private.health(${this.limit}) from (
            select next_attempt_at as at from contact_private.messages where sent_at is null and handovers < 5
            union all select digest_at + interval '61 minutes' / ${this.digestsPerHour} from contact_private.state
            union all select unnest(singles) + interval '61 minutes' from contact_private.state
        ) moments where at > clock_timestamp()`);
      if (this.messages.every(({ since, isMarked }) => since < Infinity && !isMarked))
        expect(next?.health).not.toContain('overdue');
      // A session that does not open ends a run.
      const pause = Math.max((next?.minutes ?? minutes) + 0.001, this.server === 'down' ? 10 : 0);
      const wait = Math.min(end - this.clock, pause);
      await query(passMinutes(wait));
      this.clock += wait;
      if (this.clock >= end) break;
    }
  }
}

/** SQL after which every time of a mail is that long ago. */
function passMinutes(minutes: number): string {
  const back = `- interval '${minutes.toFixed(4)} minutes'`;
  return `update contact_private.state set digest_at = digest_at ${back},
      singles = array(select at ${back} from unnest(singles) at);
    update contact_private.messages set sent_at = sent_at ${back}, created_at = created_at ${back},
      next_attempt_at = next_attempt_at ${back}`;
}

async function play(limit: number, events: Event[]): Promise<void> {
  await query(EMPTY);
  const outbox = new Outbox(limit);
  for (const { what, minutes } of events) {
    await outbox.apply(what);
    await outbox.run(minutes);
  }
  for (const what of ['up', 'send again'] as const) await outbox.apply(what);
  const { messages, offers } = outbox;
  const slots = 10 + messages.length ** 2;
  await outbox.run(60 + (61 / outbox.digestsPerHour) * slots, () => !messages.some(isOwed));
  expect(messages.filter(isOwed)).toEqual([]);
  for (const { at } of offers) {
    const hour = offers.filter((offer) => offer.at >= at && offer.at < at + 60);
    expect(hour.length).toBeLessThanOrEqual(Math.max(...hour.map((offer) => offer.limit)));
  }
}

test(
  'whatever comes, a server is offered no more mails in sixty minutes than it may; what it takes leaves, a customer’s at once or in the next digest, a marked one after; and nothing comes twice but for a lost reply',
  () => {
    const histories = fc.array(anyEvent, { minLength: 1, maxLength: 10 });
    const CUSTOMER = { count: 1, isMarked: false, fate: 'taken' };
    const now = (what: Event['what']) => ({ what, minutes: 0 });
    const examples: [number, Event[]][] = [
      // 1.2.2 never mailed the suspect, nor the next customers for half an hour.
      [1, [now({ ...CUSTOMER, fate: 'refused' }), now({ ...CUSTOMER, isMarked: true })]],
      [4, [now('down'), { what: CUSTOMER, minutes: 31 }, now('up'), now(CUSTOMER)]],
    ];
    return fc.assert(fc.asyncProperty(anyLimit, histories, play), { numRuns: HISTORIES, examples });
  },
  TIMEOUT_MS,
);
