import postgres from 'postgres';

import { withDeadline } from './deadline.ts';

/** A message as a worker has it: the row's fields, and the claim it holds on the row. */
export interface StoredMessage {
  id: string;
  messageId: string;
  name: string;
  phone: string;
  message: string;
  isSuspect: boolean;
  createdAt: Date;
  /** The row's count of attempts when it was claimed: proof of the claim. */
  attempts: number;
}

export interface Submission {
  idempotencyKey: string;
  duplicateKeys: string[];
  contentHash: string;
  messageId: string;
  visitorHash: string | null;
  name: string;
  phone: string;
  message: string;
  spamPoints: number;
  /** Whether the caller will mail it at once, and so keeps it for the length of a lease. */
  isClaimed: boolean;
}

export type AcceptResult =
  | { outcome: 'stored' | 'duplicate'; id: string; isSuspect: boolean; createdAt: Date }
  | { outcome: 'limited'; retryAfterSeconds: number };

/** The messages' home. Every method rejects when the database does not answer in time. */
export interface ContactStore {
  accept(submission: Submission): Promise<AcceptResult>;
  claimDue(limit: number): Promise<StoredMessage[]>;
  markSent(ids: readonly string[]): Promise<void>;
  markFailed(id: string, attempts: number, code: string): Promise<void>;
  release(id: string, attempts: number): Promise<void>;
  purgeExpired(): Promise<number>;
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

/** When it passes, the mail server has two of its own: to open a session, and to take the mail. */
export const STORE_DEADLINE_MS = 4000;
const IDLE_CONNECTION_SECONDS = 20;
// Supabase's pooler in transaction mode listens here; a prepared statement would not find its
// connection again.
const TRANSACTION_POOLER_PORT = '6543';

/** A {@link ContactStore} on PostgreSQL, with the functions of supabase/migrations. */
export function createPostgresStore(options: StoreOptions): ContactStore {
  const deadlineMs = options.deadlineMs ?? STORE_DEADLINE_MS;
  let client: postgres.Sql | undefined;

  function connect(): postgres.Sql {
    client ??= postgres(options.databaseUrl, {
      max: options.databaseConnections,
      connect_timeout: deadlineMs / 1000,
      idle_timeout: IDLE_CONNECTION_SECONDS,
      // A database that is back is used at once: there is a visitor waiting for each attempt.
      backoff: () => 0,
      prepare: new URL(options.databaseUrl).port !== TRANSACTION_POOLER_PORT,
      onnotice: () => undefined,
      connection: { application_name: 'send-contact-email' },
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
        const [row] = await sql<AcceptRow[]>`
          select * from contact_private.accept_message(
            ${submission.idempotencyKey}, ${submission.duplicateKeys}, ${submission.contentHash},
            ${submission.messageId}, ${submission.visitorHash},
            ${submission.name}, ${submission.phone}, ${submission.message}, ${submission.spamPoints},
            ${options.visitorLimitPerHour}, ${options.totalLimitPerHour},
            make_interval(secs => ${submission.isClaimed ? options.leaseSeconds : null}))`;
        if (row === undefined) throw new Error('accept_message returned no row');
        return row.outcome === 'limited'
          ? { outcome: row.outcome, retryAfterSeconds: row.retry_after_seconds }
          : {
              outcome: row.outcome,
              id: row.id,
              isSuspect: row.is_suspect,
              createdAt: row.created_at,
            };
      }),
    claimDue: (limit) =>
      run(async (sql) => {
        const rows = await sql<MessageRow[]>`
          select id, message_id, name, phone, message, is_suspect, created_at, attempts
          from contact_private.claim_due_messages(
            ${limit}, make_interval(secs => ${options.leaseSeconds}))`;
        return rows.map((row) => ({
          id: row.id,
          messageId: row.message_id,
          name: row.name,
          phone: row.phone,
          message: row.message,
          isSuspect: row.is_suspect,
          createdAt: row.created_at,
          attempts: row.attempts,
        }));
      }),
    markSent: (ids) =>
      run(async (sql) => {
        await sql`select contact_private.mark_sent(${[...ids]}::bigint[])`;
      }),
    markFailed: (id, attempts, code) =>
      run(async (sql) => {
        await sql`select contact_private.mark_failed(
          ${id}, ${attempts}, ${code}, make_interval(secs => ${options.retryBaseSeconds}))`;
      }),
    release: (id, attempts) =>
      run(async (sql) => {
        await sql`select contact_private.release_claim(${id}, ${attempts})`;
      }),
    purgeExpired: () =>
      run(async (sql) => {
        const [row] = await sql<[{ deleted: number }]>`
          select contact_private.purge_expired(
            make_interval(days => ${options.retentionDays})) as deleted`;
        return row.deleted;
      }),
    close: async () => {
      await client?.end({ timeout: 1 });
      client = undefined;
    },
  };
}

type AcceptRow =
  | { outcome: 'stored' | 'duplicate'; id: string; is_suspect: boolean; created_at: Date }
  | { outcome: 'limited'; retry_after_seconds: number };

interface MessageRow {
  id: string;
  message_id: string;
  name: string;
  phone: string;
  message: string;
  is_suspect: boolean;
  created_at: Date;
  attempts: number;
}
