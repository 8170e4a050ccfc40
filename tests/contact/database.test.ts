import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { applyMigrations, startPglite, type Database } from '../../local/database.ts';

// As on Supabase: the API roles exist before the migrations run, and own rights to all that is new.
const SUPABASE_ROLES = `
  create role anon; create role authenticated; create role service_role bypassrls;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`;

let database: Database;
const query: Database['query'] = (sql, parameters) => database.query(sql, parameters);

beforeAll(async () => {
  database = await startPglite({ before: SUPABASE_ROLES });
}, 60_000);
afterAll(() => database.stop());

describe('the database', () => {
  test.each(['anon', 'authenticated'])('lets %s neither read nor write nor call', async (role) => {
    for (const statement of [
      'select * from public.contact_messages',
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
       values (repeat('a', 64), 'm', 'n', 'p', 'm')`,
      'delete from public.contact_messages',
      'select * from contact_private.rate_events',
      'select * from contact_private.status',
      `select * from contact_private.claim_due_messages(1, interval '1 s')`,
      'select contact_private.call_retry()',
    ]) {
      await query(`set role ${role}`);
      await expect(query(statement), statement).rejects.toThrow(/permission denied/);
      await query('reset role');
    }
  });

  test('has row-level security on for both tables, without a policy that opens it', async () => {
    const rows = await query<{ relrowsecurity: boolean }>(
      `select relrowsecurity from pg_class
       where oid in ('public.contact_messages'::regclass, 'contact_private.rate_events'::regclass)`,
    );
    expect(rows).toEqual([{ relrowsecurity: true }, { relrowsecurity: true }]);
    expect(await query('select * from pg_policies')).toEqual([]);
  });

  test('is brought up to date once: a second start changes nothing', async () => {
    await applyMigrations(query);
    const rows = await query<{ count: number }>(
      'select count(*)::int as count from supabase_migrations.schema_migrations',
    );
    expect(rows).toEqual([{ count: 3 }]);
  });

  test('finds what is due by an index, however many messages were sent', async () => {
    const rows = await query<{ 'QUERY PLAN': string }>(
      `explain select id from public.contact_messages where sent_at is null and next_attempt_at <= now()
       order by next_attempt_at limit 10`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('contact_messages_pending');
  });
});

describe('the schedule', () => {
  test('says what is missing while Vault does not hold address and secret', async () => {
    await query(`
      create schema if not exists vault;
      create table vault.decrypted_secrets (name text, decrypted_secret text);
    `);
    await expect(query('select contact_private.call_retry()')).rejects.toThrow(
      'contact retry is not set up',
    );
  });

  test('calls the retry path with the secret from Vault', async () => {
    await query(`
      insert into vault.decrypted_secrets values
        ('contact_function_url', 'https://ref.supabase.co/functions/v1/send-contact-email'),
        ('contact_retry_secret', 'the secret');
      create schema net;
      create table net.calls (url text, headers jsonb);
      create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
        headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
      language sql as $$ insert into net.calls values (url, headers); select 1::bigint $$;
    `);
    await query('select contact_private.call_retry()');
    const rows = await query('select * from net.calls');
    expect(rows).toEqual([
      {
        url: 'https://ref.supabase.co/functions/v1/send-contact-email/retry',
        headers: { 'content-type': 'application/json', 'x-contact-retry-secret': 'the secret' },
      },
    ]);
  });
});

describe('the embedded engine behind its socket', () => {
  test('keeps the statements of several clients apart, in and out of transactions', async () => {
    const clients = [true, false, true].map((prepare) =>
      postgres(database.url, { max: 3, prepare }),
    );
    await query('create table apart (client int, value int)');
    await Promise.all(
      clients.flatMap((sql, client) =>
        Array.from({ length: 60 }, async (_, value) => {
          if (value % 3 === 0) {
            await sql.begin(async (transaction) => {
              await transaction`insert into apart values (${client}, ${value})`;
              const [row] = await transaction`select ${value}::int + 1 as next`;
              expect(row?.['next']).toBe(value + 1);
            });
          } else if (value % 3 === 1) {
            await sql`insert into apart values (${client}, ${value})`;
          } else {
            await expect(sql`select 1 / (${value}::int - ${value}::int)`).rejects.toThrow('zero');
          }
        }),
      ),
    );
    await Promise.all(clients.map((sql) => sql.end()));
    const rows = await query('select client, count(*)::int from apart group by 1 order by 1');
    expect(rows).toEqual([0, 1, 2].map((client) => ({ client, count: 40 })));
  });

  test('undoes the transaction of a client that breaks off, and serves the next one', async () => {
    await query('create table undone (value int)');
    const rude = postgres(database.url, { max: 1, onnotice: () => undefined });
    const begun = Promise.withResolvers<undefined>();
    const broken = rude
      .begin(async (transaction) => {
        await transaction`insert into undone values (1)`;
        begun.resolve(undefined);
        await rude.end({ timeout: 0 });
      })
      .catch(() => 'broken off');
    await begun.promise;
    expect(await broken).toBe('broken off');
    const polite = postgres(database.url, { max: 1 });
    expect(await polite`select * from undone`).toHaveLength(0);
    await polite.end();
  });
});
