import postgres from 'postgres';

import type { TypedText } from '../_shared/contact-form.ts';
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
  /** Whether the caller would mail it at once, and so keep it for the length of a lease. */
  isClaimed: boolean;
}

export type AcceptResult =
  | {
      outcome: 'stored' | 'duplicate';
      id: string;
      isSuspect: boolean;
      /** Whether it is the caller's to mail; otherwise it waits for the retry job. */
      isClaimed: boolean;
      createdAt: Date;
    }
  | { outcome: 'limited'; retryAfterSeconds: number };

export interface FailedAttempt {
  /** A short code, never a server's text. */
  code: string;
  /** The server may have taken the mail, or refused it for good: not to be tried without end. */
  isUnsafe: boolean;
}

/** The messages' home. Every method rejects when the database does not answer in time. */
export interface ContactStore {
  accept(submission: Submission): Promise<AcceptResult>;
  claimDue(limit: number): Promise<StoredMessage[]>;
  markSent(ids: readonly string[]): Promise<void>;
  markFailed(id: string, attempts: number, failure: FailedAttempt): Promise<void>;
  release(id: string, attempts: number): Promise<void>;
  /** Tells the database that a run of the job begins, and asks whether the daily self-test is due. */
  beginRun(): Promise<boolean>;
  purgeExpired(): Promise<number>;
  /** What the operator has to be told of now, to one caller only. */
  claimAlert(): Promise<string | null>;
  countDirectMails(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  databaseUrl: string;
  databaseConnections: number;
  visitorLimitPerHour: number;
  totalLimitPerHour: number;
  leaseSeconds: number;
  retryBaseSeconds: number;
  retentionDays: number;
  deadlineMs?: number;
}

/** After so many attempts that may have delivered the mail, or were refused for good, it is parked. */
export const PARK_AFTER_UNSAFE_ATTEMPTS = 5;

/** When it passes, the mail server has two of its own: to open a session, and to take the mail. */
export const STORE_DEADLINE_MS = 4000;
// As long as the platform lets an instance live: connecting anew costs a visitor several round trips.
const IDLE_CONNECTION_SECONDS = 400;
// Supabase's pooler in transaction mode listens here: a prepared statement would not find its
// connection again, and it takes no settings.
const TRANSACTION_POOLER_PORT = '6543';

/** A {@link ContactStore} on PostgreSQL, with the functions of supabase/migrations. */
export function createPostgresStore(options: StoreOptions): ContactStore {
  const deadlineMs = options.deadlineMs ?? STORE_DEADLINE_MS;
  const isPooled = new URL(options.databaseUrl).port === TRANSACTION_POOLER_PORT;
  let client: postgres.Sql | undefined;

  function connect(): postgres.Sql {
    client ??= postgres(options.databaseUrl, {
      max: options.databaseConnections,
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

  async function run<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = connect();
    try {
      return await withDeadline(work(sql), deadlineMs);
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
    accept: (submission) =>
      run(async (sql) => {
        const [row] = await sql<AcceptResult[]>`
          select * from contact_private.accept_message(
            ${submission.idempotencyKey}, string_to_array(${submission.duplicateKeys.join()}, ','),
            ${submission.contentHash}, ${submission.messageId}, ${submission.visitorHash},
            ${submission.name}, ${submission.phone}, ${submission.message}, ${submission.spamPoints},
            ${submission.isSelfTest}, ${options.visitorLimitPerHour}, ${options.totalLimitPerHour},
            make_interval(secs => ${submission.isClaimed ? options.leaseSeconds : null}))`;
        if (row === undefined) throw new Error('accept_message returned no row');
        return row;
      }),
    claimDue: (limit) =>
      run(
        async (sql) =>
          await sql<StoredMessage[]>`
            select id, message_id, name, phone, message, is_suspect, is_self_test, created_at, attempts
            from contact_private.claim_due_messages(
              ${limit}, make_interval(secs => ${options.leaseSeconds}),
              ${options.totalLimitPerHour}, ${PARK_AFTER_UNSAFE_ATTEMPTS})`,
      ),
    markSent: (ids) =>
      run(async (sql) => {
        await sql`select contact_private.mark_sent(string_to_array(${ids.join()}, ',')::bigint[])`;
      }),
    markFailed: (id, attempts, { code, isUnsafe }) =>
      run(async (sql) => {
        await sql`select contact_private.mark_failed(
          ${id}, ${attempts}, ${code}, ${isUnsafe},
          make_interval(secs => ${options.retryBaseSeconds}), ${PARK_AFTER_UNSAFE_ATTEMPTS})`;
      }),
    release: (id, attempts) =>
      run(async (sql) => {
        await sql`select contact_private.release_claim(${id}, ${attempts})`;
      }),
    beginRun: () =>
      run(async (sql) => {
        const [row] = await sql<[{ isDue: boolean }]>`
          select contact_private.begin_run(make_interval(days => ${options.retentionDays})) as is_due`;
        return row.isDue;
      }),
    purgeExpired: () =>
      run(async (sql) => {
        const [row] = await sql<[{ deleted: number }]>`
          select contact_private.purge_expired() as deleted`;
        return row.deleted;
      }),
    claimAlert: () =>
      run(async (sql) => {
        const [row] = await sql<[{ alert: string | null }]>`
          select contact_private.claim_alert() as alert`;
        return row.alert;
      }),
    countDirectMails: (count) =>
      run(async (sql) => {
        await sql`select contact_private.tally('direct_mail', ${count})`;
      }),
    close: async () => {
      await client?.end({ timeout: 1 });
      client = undefined;
    },
  };
}
