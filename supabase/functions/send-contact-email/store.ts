import { Pool } from 'pg';

import type { TypedText } from '../_shared/contact-form.ts';
import type { ContactConfig } from './config.ts';
import { withDeadline } from './deadline.ts';
import type { SubmissionIdentity } from './idempotency.ts';

/** A message as a worker has it: the row's fields, and the claim it holds on the row. */
export interface StoredMessage extends TypedText {
  id: string;
  messageId: string;
  isSuspect: boolean;
  isSelfTest: boolean;
  createdAt: Date;
  /** Proof of the claim. Messages that are to go out in one mail have one. */
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

/** What is counted by the hour. */
export type TallyKind = 'direct_mail' | 'disagreement';

export interface FailedAttempt {
  /** A short code, never a server's text. */
  code: string;
  /** The server may have taken the mail, or refused it for good: not to be tried without end. */
  isUnsafe: boolean;
}

export type ContactStore = ReturnType<typeof createPostgresStore>;

/** When it passes, the mail server has two of its own: to open a session, and to take the mail. */
export const STORE_DEADLINE_MS = 4000;
// As long as the platform lets an instance live: connecting anew costs a visitor several round trips.
const IDLE_CONNECTION_MS = 400_000;

/**
 * Messages in PostgreSQL, by the functions of supabase/migrations. Every method rejects when the database
 * does not answer in time.
 */
export function createPostgresStore(config: ContactConfig, deadlineMs = STORE_DEADLINE_MS) {
  const pool = new Pool({
    ...config.database,
    max: config.databaseConnections,
    application_name: 'send-contact-email',
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    // The pool gives up a connection that fails or hangs, and that one alone.
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
  });
  // One that breaks while nothing asks for it is no event: the next query connects anew.
  pool.on('error', () => undefined);

  /**
   * One statement, and with it one round trip and one transaction. It leaves nothing behind in the session,
   * neither a setting nor a prepared statement: a pooler hands out another one each time.
   */
  async function query<Row extends object>(
    text: TemplateStringsArray,
    ...values: (string | number | boolean | string[] | null)[]
  ): Promise<Row[]> {
    const sql = text.reduce((before, after, index) => `${before}$${index}${after}`);
    try {
      return (await withDeadline(pool.query<Row>(sql, values), deadlineMs)).rows;
    } catch (error) {
      // What pg finds wrong itself, rather than socket or server, is always the connection.
      const { code = 'ECONNECTION' } = error as { code?: string };
      throw Object.assign(error as Error, { code });
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
    /** What is to go into the next mail, to one caller only; nothing where none is due, or may go now. */
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
        ${failure.isUnsafe}, make_interval(secs => ${config.retryBaseSeconds}))`;
    },
    /** Tells the database that a run of the job begins, and asks whether the daily self-test is due. */
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
    /** What the operator has to be told of now, to one caller a minute until somebody confirms it. */
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
