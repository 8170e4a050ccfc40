import { Socket } from 'node:net';

import { afterAll, describe, expect, test, vi } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createPostgresStore } from '../../supabase/functions/send-contact-email/store.ts';
import { SUPABASE_ROLES } from './support/stack.ts';
import { BASE_ENVIRONMENT } from './support/submissions.ts';

/** What Supabase has besides, as far as the migrations use it. */
const VAULT = `
  create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text);`;
const EXTENSIONS = {
  pg_cron: `
    create schema cron; create table cron.job (name text, schedule text, command text);
    create table cron.job_run_details (end_time timestamptz);
    create function cron.schedule(text, text, text) returns bigint language sql
      as $f$ insert into cron.job values ($1, $2, $3); select 1::bigint $f$;`,
  pg_net: `
    create schema net; create table net.calls (url text, headers jsonb, body jsonb);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
      language sql as $f$ insert into net.calls values (url, headers, body); select 1::bigint $f$;`,
};

const database = await startPglite(undefined, async (engine) => {
  // The types of Emscripten, which it names, are not among the packages.
  const { FS } = engine.Module as unknown as { FS: { writeFile: (...args: string[]) => void } };
  for (const [name, sql] of Object.entries(EXTENSIONS)) {
    const file = `/pglite/share/postgresql/extension/${name}`;
    FS.writeFile(`${file}.control`, "default_version = '1'\nsuperuser = false\n");
    FS.writeFile(`${file}--1.sql`, sql);
  }
  await engine.exec(SUPABASE_ROLES + VAULT);
});
afterAll(() => database.stop());
const { query } = database;
const port = Number(new URL(database.url).port);

describe('the database', () => {
  test.each(['anon', 'authenticated', 'service_role'])(
    'lets %s neither read nor write nor call',
    async (role) => {
      for (const statement of [
        'select * from public.contact_messages',
        `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
         values (repeat('a', 64), 'm', 'n', 'p', 'm')`,
        'delete from public.contact_messages',
        'truncate public.contact_messages',
        `select nextval('public.contact_messages_id_seq')`,
        'select * from contact_private.rate_events',
        'select * from contact_private.status',
        `select * from contact_private.claim_message(interval '1 s', 1)`,
        'select contact_private.call_retry()',
      ]) {
        await query(`set role ${role}`);
        await expect(query(statement), statement).rejects.toThrow(/permission denied/);
        await query('reset role');
      }
    },
  );

  test('has row-level security on every table without a policy, and limits of time on every function', async () => {
    const unsecured = await query(
      `select relname from pg_class where relkind = 'r' and not relrowsecurity
       and (relname = 'contact_messages' or relnamespace = 'contact_private'::regnamespace)`,
    );
    const unlimited = await query(
      `select proname from pg_proc where pronamespace = 'contact_private'::regnamespace
       and not (proconfig::text ~ 'lock_timeout' and proconfig::text ~ 'statement_timeout')`,
    );
    expect([unsecured, await query('select * from pg_policies'), unlimited]).toEqual([[], [], []]);
  });

  test('finds what is due and what is too old by an index, and deletes nothing else', async () => {
    await query(`
      begin;
      insert into contact_private.rate_events (visitor_hash, created_at)
      select 'v', now() - i * interval '20 s' from generate_series(1, 20000) i;
      insert into public.contact_messages (idempotency_key, message_id, name, phone, message, sent_at)
      select encode(sha256(i::text::bytea), 'hex'), 'm', 'n', 'p', 'm',
        case when i % 10 > 0 then now() - i * interval '3 hours' end
      from generate_series(1, 2000) i;
      analyze;
      select contact_private.begin_run('180 days');`);
    const wholeReads = () =>
      query(
        `select relname, seq_scan from pg_stat_xact_all_tables
         where relname in ('rate_events', 'contact_messages') order by relname`,
      );
    const before = await wholeReads();
    await query(`
      select contact_private.purge_expired();
      select * from contact_private.claim_message(interval '1 min', 300);`);
    expect(await wholeReads()).toEqual(before);
    // 180 days are 1,440 times three hours, and one in ten is unsent.
    expect(await query('select from public.contact_messages')).toHaveLength(1496);
    await query('rollback');
  });

  test('counts nothing against a visitor that a clock which ran ahead has written', async () => {
    await query(`
      insert into contact_private.rate_events (visitor_hash, created_at)
      select 'visitor', now() + interval '1 day' from generate_series(1, 30)`);
    const rows = await query(
      `select outcome from contact_private.accept_message(repeat('c', 64), array[repeat('c', 64)],
         'h', '<m>', 'visitor', 'n', '12345678', 'm', 0, false, 30)`,
    );
    expect(rows).toEqual([{ outcome: 'stored' }]);
  });

  test('plans a longer wait after each failure, and lets nobody delete what is unsent', async () => {
    for (const seconds of [10, 20, 40, 80]) {
      const [row] = await query<{ wait: number }>(`
        update public.contact_messages set next_attempt_at = now();
        select * from contact_private.claim_message('1 min', 300);
        select contact_private.mark_failed(id, attempts, '451', false, '10 s') from public.contact_messages;
        select extract(epoch from next_attempt_at - now())::float8 as wait from public.contact_messages`);
      // Give or take a fifth.
      expect(Math.abs((row?.wait ?? 0) / seconds - 1)).toBeLessThan(0.21);
    }
    for (const statement of ['delete from', 'truncate']) {
      await expect(query(`${statement} public.contact_messages`)).rejects.toThrow(
        /not been mailed yet/,
      );
    }
  });

  test('is asked in two round trips by a cold function, and in one by a warm one', async () => {
    const config = readConfig({ ...BASE_ENVIRONMENT, SUPABASE_DB_URL: database.url });
    const store = createPostgresStore(config);
    const spies = [vi.spyOn(Socket.prototype, 'write'), vi.spyOn(Socket.prototype, 'push')];
    /** Whether the function's sockets wrote or read, in order. */
    const turns = () =>
      spies
        .flatMap(({ mock }, spy) =>
          (mock.contexts as Socket[]).map(({ remotePort }, index) => ({
            isOurs: remotePort === port,
            isWrite: spy === 0,
            order: mock.invocationCallOrder[index] ?? 0,
          })),
        )
        .filter(({ isOurs }) => isOurs)
        .sort((one, other) => one.order - other.order)
        .map(({ isWrite }) => isWrite);
    // To log in, and to run the statement.
    for (const expected of [2, 1]) {
      for (const spy of spies) spy.mockClear();
      await store.claimNext();
      const roundTrips = turns().filter((isWrite, index, all) => isWrite && !all[index - 1]);
      expect(roundTrips).toHaveLength(expected);
    }
    vi.restoreAllMocks();
  });

  test('is asked for nothing that a pooler does not give', async () => {
    const write = vi.spyOn(Socket.prototype, 'write');
    const config = readConfig({ ...BASE_ENVIRONMENT, SUPABASE_DB_URL: database.url });
    await createPostgresStore(config).claimNext();
    const sent = write.mock.calls
      .filter((_, index) => (write.mock.contexts[index] as Socket).remotePort === port)
      .map(([bytes]) => Buffer.from(bytes as Uint8Array));
    vi.restoreAllMocks();
    // After length and version: names and values, and an empty name.
    const settings = sent[0]?.subarray(8, -2).toString().split('\0') ?? [];
    const names = settings.filter((_, index) => index % 2 === 0);
    expect(names.sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
    // 'P' prepares a statement, after a length: this one has no name to find it by again.
    expect(sent[1]?.subarray(0, 1).toString()).toBe('P');
    expect(sent[1]?.[5]).toBe(0);
  });

  test('tells the operator the same once a day, and something else after an hour', async () => {
    /** What the operator is told, so long after the last time. */
    const alertAfter = async (hours: number) => {
      const [row] = await query<{ alert: string | null }>(`
        update contact_private.job set alerted_at = now() - interval '${hours} h';
        select contact_private.claim_alert() as alert`);
      return row?.alert;
    };
    await query('update public.contact_messages set parked_at = now()');
    expect(await alertAfter(2)).toBe('parked messages: 1');
    expect(await alertAfter(2)).toBeNull();
    await query(
      `update public.contact_messages set parked_at = null, created_at = now() - interval '2 h'`,
    );
    expect(await alertAfter(0)).toBeNull();
    expect(await alertAfter(2)).toBe('overdue messages: 1');
    expect(await alertAfter(25)).toBe('overdue messages: 1');
  });
});

describe('the schedule', () => {
  test('runs the job every minute, and prunes its own history', async () => {
    const jobs = await query<{ command: string }>('select * from cron.job order by name');
    expect(jobs).toMatchObject([
      { name: 'contact-history' },
      { name: 'contact-retry', schedule: '* * * * *' },
    ]);
    await query(`
      insert into cron.job_run_details values (now() - interval '8 days'), (now() - interval '6 days');
      ${jobs[0]?.command ?? ''}`);
    expect(await query('select from cron.job_run_details')).toHaveLength(1);
  });

  test('calls the retry path with the secret from Vault, and says so where that does not hold it', async () => {
    await expect(query('select contact_private.call_retry()')).rejects.toThrow(
      'contact retry is not set up',
    );
    // A slash at the end of the URL does no harm.
    await query(`
      insert into vault.decrypted_secrets values
        ('contact_function_url', 'https://ref.supabase.co/functions/v1/send-contact-email/'),
        ('contact_retry_secret', 'the secret');
      select contact_private.call_retry()`);
    expect(await query('select * from net.calls')).toEqual([
      {
        url: 'https://ref.supabase.co/functions/v1/send-contact-email/retry',
        headers: { 'content-type': 'application/json', 'x-contact-retry-secret': 'the secret' },
        body: {},
      },
    ]);
  });

  test('tells the operator itself, once an hour, when the function no longer runs at all', async () => {
    await query(`
      insert into vault.decrypted_secrets values ('contact_alert_webhook', 'https://alerts.example');
      update contact_private.job set ran_at = now() - interval '20 min', alerted_at = null;
      select contact_private.call_retry();
      select contact_private.call_retry()`);
    expect(await query(`select body from net.calls where url = 'https://alerts.example'`)).toEqual([
      { body: { text: 'Contact form: the job does not run. See docs/contact.md.' } },
    ]);
  });
});
