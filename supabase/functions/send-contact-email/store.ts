import { DatabaseError, Pool } from 'pg';

import type { TypedText } from '../_shared/contact-form.ts';
import type { ContactConfig } from './config.ts';
import { withDeadline } from './log.ts';

/** A message claimed for mailing. */
export interface StoredMessage extends TypedText {
  id: string;
  /** Addresses that the site's form names but the function does not use. */
  otherAddresses: string | null;
  isSuspect: boolean;
  /** Origin of the page, if its browser sent one. */
  site: string | null;
  createdAt: Date;
}

interface Submission extends Omit<StoredMessage, 'id' | 'createdAt'> {
  submissionKey: string;
  /** The form sent an idempotency key; otherwise, the same content within ten minutes is one message. */
  isKeyed: boolean;
  visitorHash: string | null;
}

interface AcceptResult {
  outcome: 'stored' | 'duplicate' | 'limited';
  id: string | null;
}

/** What the error of a mail says about it. */
export interface Refusal {
  /** The server certainly does not have the mail: it said so, or never had all of it. */
  isHandoverReverted: boolean;
  /** The server had the mail's content. */
  wasSeen: boolean;
}

export type ContactStore = ReturnType<typeof createPostgresStore>;

/** How long a visitor waits for the database. */
export const STORE_DEADLINE_MS = 4000;
const MAX_CONNECTIONS = 4;
// As long as the platform keeps an instance alive: a new connection costs a visitor several round trips.
const IDLE_CONNECTION_MS = 400_000;

/** What is called below: a database without one of them is older than this function. */
const CALLED = `accept_message(text, boolean, text, text, text, text, text, boolean, text); claim_mail(integer);
  hand_over(bigint[]); mark_sent(bigint[]); mark_failed(bigint[], text, boolean, boolean); begin_run(); mark_login(text)`;

/**
 * Stores messages in PostgreSQL through the functions of supabase/migrations. Each method rejects if the
 * database does not answer in time.
 */
export function createPostgresStore(config: ContactConfig, deadlineMs = STORE_DEADLINE_MS) {
  let pool = openPool();

  function openPool(): Pool {
    const opened = new Pool({
      ...config.database,
      max: MAX_CONNECTIONS,
      application_name: 'send-contact-email',
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      // The pool closes a connection that fails or hangs, and keeps the others.
      connectionTimeoutMillis: deadlineMs,
      query_timeout: deadlineMs,
    });
    // An idle connection may break: the next query opens another.
    return opened.on('error', () => undefined);
  }

  /**
   * Tries once more what may run twice, on a new connection: after a quiet spell, a pooler or firewall may have forgotten
   * all of the pool's, without a word. The pool that answers stays: it may be slow rather than dead.
   */
  async function tryTwice<T>(run: (by: Pool) => Promise<T>): Promise<T> {
    const first = pool;
    const firstMs = (3 / 8) * deadlineMs;
    const attempt = run(first);
    try {
      return await withDeadline(attempt, firstMs);
    } catch (error) {
      // PostgreSQL itself answered, and did not say that it ends the connection.
      if (error instanceof DatabaseError && !/^(?:08|57P)/.test(error.code ?? '')) throw error;
      const second = openPool();
      const answerOf = (by: Pool, work: Promise<T>) => work.then((value) => ({ by, value }));
      const answers = [answerOf(first, attempt), answerOf(second, run(second))];
      const either = Promise.any(answers).catch((failed: AggregateError) =>
        Promise.reject(failed.errors[1] as Error),
      );
      let answered = first;
      try {
        const { by, value } = await withDeadline(either, deadlineMs - firstMs);
        answered = by;
        return value;
      } finally {
        if (pool === first) pool = answered;
        for (const one of [first, second]) if (one !== pool) void one.end().catch(() => undefined);
      }
    }
  }

  /**
   * Runs one statement: one round trip and one transaction. It leaves no setting and no prepared statement
   * in the session, because a pooler assigns another one each time.
   */
  const query =
    <Row extends object>(by: Pool) =>
    async (
      text: TemplateStringsArray,
      ...values: (string | number | boolean | string[] | null)[]
    ): Promise<Row[]> => {
      const sql = text.reduce((before, after, index) => `${before}$${index}${after}`);
      try {
        return (await withDeadline(by.query<Row>(sql, values), deadlineMs)).rows;
      } catch (error) {
        // Errors without a code come from pg itself and always concern the connection.
        if (error instanceof Error && !('code' in error))
          Object.assign(error, { code: 'ECONNECTION' });
        throw error;
      }
    };

  /** A statement that returns one row. */
  const one =
    <Row extends object>(by: Pool) =>
    async (...statement: Parameters<ReturnType<typeof query>>): Promise<Row> => {
      const [row] = await query<Row>(by)(...statement);
      if (row === undefined) throw new Error('no row');
      return row;
    };

  return {
    accept: (submission: Submission): Promise<AcceptResult> =>
      tryTwice(
        (by) => one<AcceptResult>(by)`
          select outcome, id from contact_private.accept_message(
            ${submission.submissionKey}, ${submission.isKeyed}, ${submission.visitorHash},
            ${submission.name}, ${submission.phone}, ${submission.message},
            ${submission.otherAddresses}, ${submission.isSuspect}, ${submission.site})`,
      ),
    /** Claims the messages of the next mail for this caller. Empty if none may be sent now. */
    claimMail: () =>
      query<StoredMessage>(pool)`
        select id, name, phone, message, other_addresses as "otherAddresses",
          is_suspect as "isSuspect", site, created_at as "createdAt"
        from contact_private.claim_mail(${config.mailsPerHour}) order by created_at, id`,
    /** The last step before a mail goes to the server, which is counted. False: the mail must not go. */
    handOver: (ids: string[]) =>
      one<{ may: boolean }>(pool)`select contact_private.hand_over(${ids}) as may`.then(
        ({ may }) => may,
      ),
    markSent: (ids: string[]) => query(pool)`select contact_private.mark_sent(${ids})`,
    markFailed: (ids: string[], code: string, refusal: Partial<Refusal>) => {
      const { isHandoverReverted = false, wasSeen = false } = refusal;
      return query(pool)`
        select contact_private.mark_failed(${ids}, ${code}, ${isHandoverReverted}, ${wasSeen})`;
    },
    /** Records that a run begins. Returns whether it has to try the mail login. */
    beginRun: async (): Promise<boolean> => {
      const run = (by: Pool) =>
        one<{ isDue: boolean }>(by)`select contact_private.begin_run() as "isDue"`;
      return (await tryTwice(run)).isDue;
    },
    /** Records the outcome of a mail login: the code of its failure, or null. */
    markLogin: (code: string | null) => query(pool)`select contact_private.mark_login(${code})`,
    /** What is wrong, in the words of the health response; null if nothing is. */
    health: async (): Promise<string | null> => {
      const ask = (by: Pool) => one<{ output: string | null }>(by)`
        select case when (
          select bool_and(to_regprocedure('contact_private.' || name) is not null)
          from regexp_split_to_table(${CALLED}, ';\\s*') name
        ) then contact_private.health(${config.mailsPerHour}) else 'schema' end as output`;
      return (await tryTwice(ask)).output;
    },
  };
}
