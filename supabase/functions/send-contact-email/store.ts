import { Pool } from 'pg';

import type { TypedText } from '../_shared/contact-form.ts';
import type { ContactConfig } from './config.ts';
import { withDeadline } from './deadline.ts';
import type { SubmissionIdentity } from './idempotency.ts';

/** A message claimed by a worker: the row's fields and the claim on it. */
export interface StoredMessage extends TypedText {
  id: string;
  messageId: string;
  isSuspect: boolean;
  isSelfTest: boolean;
  createdAt: Date;
  /** Token of the claim. Messages of one digest share it. */
  claim: string;
}

export interface Submission extends SubmissionIdentity, TypedText {
  messageId: string;
  visitorHash: string | null;
  spamPoints: number;
  isSelfTest: boolean;
}

export type AcceptResult =
  | { outcome: 'stored' | 'duplicate'; id: string; isSuspect: boolean }
  | { outcome: 'limited'; retryAfterSeconds: number };

/** Events that the database counts by the hour. */
export type TallyKind = 'direct_mail' | 'disagreement';

export interface FailedAttempt {
  /** A short code, never the server's text. */
  code: string;
  /** Counts towards parking: the mail may have arrived, was refused permanently, or cannot be composed. */
  isCounted: boolean;
}

export type ContactStore = ReturnType<typeof createPostgresStore>;

/** In an outage, a visitor waits for this deadline, then for two of the mail server's: session and mail. */
export const STORE_DEADLINE_MS = 4000;
// As long as the platform keeps an instance alive: a new connection costs a visitor several round trips.
const IDLE_CONNECTION_MS = 400_000;

/**
 * Stores messages in PostgreSQL through the functions of supabase/migrations. Each method rejects if the
 * database does not answer in time.
 */
export function createPostgresStore(config: ContactConfig, deadlineMs = STORE_DEADLINE_MS) {
  const pool = new Pool({
    ...config.database,
    max: config.databaseConnections,
    application_name: 'send-contact-email',
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
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

  return {
    accept: async (submission: Submission): Promise<AcceptResult> => {
      const [row] = await query<AcceptResult>`
        select outcome, id, is_suspect as "isSuspect", retry_after_seconds as "retryAfterSeconds"
        from contact_private.accept_message(
          ${submission.idempotencyKey}, ${submission.duplicateKeys}, ${submission.contentHash},
          ${submission.messageId}, ${submission.visitorHash}, ${submission.name}, ${submission.phone},
          ${submission.message}, ${submission.spamPoints}, ${submission.isSelfTest},
          ${config.visitorLimitPerHour})`;
      if (row === undefined) throw new Error('accept_message returned no row');
      return row;
    },
    /** Claims the messages of the next mail for this caller. Empty if none is due or may be sent now. */
    claimMail: () =>
      query<StoredMessage>`
        select id, message_id as "messageId", name, phone, message, is_suspect as "isSuspect",
          is_self_test as "isSelfTest", created_at as "createdAt", claim
        from contact_private.claim_mail(
          make_interval(secs => ${config.leaseSeconds}), ${config.singleMailsPerHour})
        order by created_at`,
    markSent: async (messages: StoredMessage[]): Promise<void> => {
      await query`select contact_private.mark_sent(${idsOf(messages)})`;
    },
    markFailed: async (messages: StoredMessage[], failure: FailedAttempt): Promise<void> => {
      await query`select contact_private.mark_failed(
        ${idsOf(messages)}, ${messages[0]?.claim ?? null}, ${failure.code},
        ${failure.isCounted}, make_interval(secs => ${config.retryBaseSeconds}))`;
    },
    /** Records the start of a run of the job. Returns whether the daily self-test is due. */
    beginRun: async (): Promise<boolean> => {
      const [row] = await query<{ isDue: boolean }>`
        select contact_private.begin_run(
          make_interval(secs => ${config.retryBaseSeconds}),
          make_interval(days => ${config.retentionDays}), ${config.storageLimitBytes}) as "isDue"`;
      return row?.isDue === true;
    },
    purgeExpired: async (): Promise<void> => {
      await query`select contact_private.purge_expired()`;
    },
    /** Claims the current alert for this caller. It is offered once a minute until it is confirmed. */
    claimAlert: async (): Promise<string | null> => {
      const [row] = await query<{ alert: string | null }>`
        select contact_private.claim_alert() as alert`;
      return row?.alert ?? null;
    },
    confirmAlert: async (): Promise<void> => {
      await query`select contact_private.confirm_alert()`;
    },
    tally: async (kind: TallyKind, count: number): Promise<void> => {
      await query`select contact_private.tally(${kind}, ${count})`;
    },
  };
}

export function idsOf(messages: StoredMessage[]): string[] {
  return messages.map(({ id }) => id);
}
