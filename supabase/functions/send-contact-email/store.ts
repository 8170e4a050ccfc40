import postgres from 'postgres';

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
  /** The row's count of attempts when it was claimed: proof of the claim. */
  attempts: number;
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

export interface FailedAttempt {
  /** A short code, never a server's text. */
  code: string;
  /** The server may have taken the mail, or refused it for good: not to be tried without end. */
  isUnsafe: boolean;
}

/** Where messages are stored. Every method rejects when the database does not answer in time. */
export interface ContactStore {
  accept(submission: Submission): Promise<AcceptResult>;
  /** The message that is due next, to one caller only; undefined where none is, or may be mailed now. */
  claimNext(): Promise<StoredMessage | undefined>;
  markSent(id: string): Promise<void>;
  markFailed(id: string, attempts: number, failure: FailedAttempt): Promise<void>;
  /** Tells the database that a run of the job begins, and asks whether the daily self-test is due. */
  beginRun(): Promise<boolean>;
  purgeExpired(): Promise<number>;
  /** What the operator has to be told of now, to one caller only. */
  claimAlert(): Promise<string | null>;
  countDirectMails(count: number): Promise<void>;
}

/** When it passes, the mail server has two of its own: to open a session, and to take the mail. */
export const STORE_DEADLINE_MS = 4000;
// As long as the platform lets an instance live: connecting anew costs a visitor several round trips.
const IDLE_CONNECTION_SECONDS = 400;
// Supabase's pooler in transaction mode listens here: a prepared statement would not find its
// connection again, and it takes no settings.
const TRANSACTION_POOLER_PORT = '6543';

/** A {@link ContactStore} on PostgreSQL, with the functions of supabase/migrations. */
export function createPostgresStore(
  config: ContactConfig,
  deadlineMs = STORE_DEADLINE_MS,
): ContactStore {
  const isPooled = new URL(config.databaseUrl).port === TRANSACTION_POOLER_PORT;
  let client: postgres.Sql | undefined;

  function connect(): postgres.Sql {
    client ??= postgres(config.databaseUrl, {
      max: config.databaseConnections,
      connect_timeout: deadlineMs / 1000,
      idle_timeout: IDLE_CONNECTION_SECONDS,
      // A database that is back is used at once: there is a visitor waiting for each attempt.
      backoff: () => 0,
      prepare: !isPooled,
      // A round trip on each new connection, for array types alone.
      fetch_types: false,
      transform: postgres.camel,
      onnotice: () => undefined,
      connection: {
        application_name: 'send-contact-email',
        // What nobody waits for any more ends on the server too.
        ...(isPooled ? {} : { statement_timeout: deadlineMs }),
      },
    });
    return client;
  }

  /** One statement, and with it one round trip and one transaction. */
  async function query<Row extends object = object>(
    text: TemplateStringsArray,
    ...values: (string | number | boolean | null)[]
  ): Promise<Row[]> {
    const sql = connect();
    try {
      return await withDeadline<Row[]>(sql<Row[]>(text, ...values), deadlineMs);
    } catch (error) {
      // A connection that hangs stays hung, and queries would queue up behind it: the next one
      // gets a new client, those under way beside it may still end. Errors that PostgreSQL itself
      // answered with leave a sound connection.
      if (!(error instanceof postgres.PostgresError) && client === sql) {
        client = undefined;
        sql.end({ timeout: deadlineMs / 1000 }).catch(() => undefined);
      }
      throw error;
    }
  }

  return {
    accept: async (submission) => {
      const [row] = await query<AcceptResult>`
        select * from contact_private.accept_message(
          ${submission.idempotencyKey}, string_to_array(${submission.duplicateKeys.join()}, ','),
          ${submission.contentHash}, ${submission.messageId}, ${submission.visitorHash},
          ${submission.name}, ${submission.phone}, ${submission.message}, ${submission.spamPoints},
          ${submission.isSelfTest}, ${config.visitorLimitPerHour})`;
      if (row === undefined) throw new Error('accept_message returned no row');
      return row;
    },
    claimNext: async () => {
      const [row] = await query<StoredMessage>`
        select id, message_id, name, phone, message, is_suspect, is_self_test, created_at, attempts
        from contact_private.claim_message(
          make_interval(secs => ${config.leaseSeconds}), ${config.totalLimitPerHour})`;
      return row;
    },
    markSent: async (id) => {
      await query`select contact_private.mark_sent(array[${id}::bigint])`;
    },
    markFailed: async (id, attempts, { code, isUnsafe }) => {
      await query`select contact_private.mark_failed(
        ${id}, ${attempts}, ${code}, ${isUnsafe}, make_interval(secs => ${config.retryBaseSeconds}))`;
    },
    beginRun: async () => {
      const [row] = await query<{ isDue: boolean }>`
        select contact_private.begin_run(make_interval(days => ${config.retentionDays})) as is_due`;
      return row?.isDue === true;
    },
    purgeExpired: async () => {
      const [row] = await query<{ deleted: number }>`
        select contact_private.purge_expired() as deleted`;
      return row?.deleted ?? 0;
    },
    claimAlert: async () => {
      const [row] = await query<{ alert: string | null }>`
        select contact_private.claim_alert() as alert`;
      return row?.alert ?? null;
    },
    countDirectMails: async (count) => {
      await query`select contact_private.tally('direct_mail', ${count})`;
    },
  };
}
