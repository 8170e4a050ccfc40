import { Pool } from 'pg';

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
  /** The form sent an idempotency key, which is one message for ever; the same words are one for ten minutes. */
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
// Sooner than any pooler or firewall forgets a connection, which it does without a word.
const IDLE_CONNECTION_MS = 5000;

/** What is called below: a database without one of them is older than this function. */
const CALLED = `accept_message(text, boolean, text, text, text, text, text, boolean, text); claim_mail(integer);
  hand_over(bigint[]); mark_sent(bigint[]); mark_failed(bigint[], text, boolean, boolean); begin_run(); mark_login(text)`;

/**
 * Stores messages in PostgreSQL through the functions of supabase/migrations. Each method rejects if the
 * database does not answer in time.
 */
export function createPostgresStore(config: ContactConfig, deadlineMs = STORE_DEADLINE_MS) {
  const pool = new Pool({
    ...config.database,
    max: MAX_CONNECTIONS,
    application_name: 'send-contact-email',
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // The pool closes a connection that fails or hangs, and keeps the others.
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
  });
  // An idle connection may break: the next query opens another.
  pool.on('error', () => undefined);

  /**
   * Runs one statement: one round trip and one transaction. It leaves no setting and no prepared statement
   * in the session, because a pooler assigns another one each time.
   */
  async function query<Row extends object>(
    text: TemplateStringsArray,
    ...values: (string | number | boolean | string[] | null)[]
  ): Promise<Row[]> {
    const sql = text.reduce((before, after, index) => `${before}$${index}${after}`);
    try {
      return (await withDeadline(pool.query<Row>(sql, values), deadlineMs)).rows;
    } catch (error) {
      // Errors without a code come from pg itself and always concern the connection.
      if (error instanceof Error && !('code' in error))
        Object.assign(error, { code: 'ECONNECTION' });
      throw error;
    }
  }

  /** A statement that returns one row. */
  async function one<Row extends object>(...statement: Parameters<typeof query>): Promise<Row> {
    const [row] = await query<Row>(...statement);
    if (row === undefined) throw new Error('no row');
    return row;
  }

  return {
    accept: (submission: Submission): Promise<AcceptResult> =>
      one`
        select outcome, id from contact_private.accept_message(
          ${submission.submissionKey}, ${submission.isKeyed}, ${submission.visitorHash},
          ${submission.name}, ${submission.phone}, ${submission.message},
          ${submission.otherAddresses}, ${submission.isSuspect}, ${submission.site})`,
    /** Claims the messages of the next mail for this caller. Empty if none may be sent now. */
    claimMail: () =>
      query<StoredMessage>`
        select id, name, phone, message, other_addresses as "otherAddresses",
          is_suspect as "isSuspect", site, created_at as "createdAt"
        from contact_private.claim_mail(${config.mailsPerHour}) order by created_at, id`,
    /** The last step before a mail goes to the server, which is counted. False: the mail must not go. */
    handOver: async (ids: string[]) =>
      (await one<{ may: boolean }>`select contact_private.hand_over(${ids}) as may`).may,
    markSent: (ids: string[]) => query`select contact_private.mark_sent(${ids})`,
    markFailed: (ids: string[], code: string, refusal: Partial<Refusal>) => {
      const { isHandoverReverted = false, wasSeen = false } = refusal;
      return query`
        select contact_private.mark_failed(${ids}, ${code}, ${isHandoverReverted}, ${wasSeen})`;
    },
    /** Records that a run begins. Returns whether it has to try the mail login. */
    beginRun: async () =>
      (await one<{ isDue: boolean }>`select contact_private.begin_run() as "isDue"`).isDue,
    /** Records the outcome of a mail login: the code of its failure, or null. */
    markLogin: (code: string | null) => query`select contact_private.mark_login(${code})`,
    /** What is wrong, in the words of the health response; null if nothing is. */
    health: async () => {
      const { output } = await one<{ output: string | null }>`
        select case when (
          select bool_and(to_regprocedure('contact_private.' || name) is not null)
          from regexp_split_to_table(${CALLED}, ';\\s*') name
        ) then contact_private.health(${config.mailsPerHour}) else 'schema' end as output`;
      return output;
    },
  };
}
