import { Socket } from 'node:net';

import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createPostgresStore } from '../../supabase/functions/send-contact-email/store.ts';
import { SUPABASE_ROLES } from './support/stack.ts';
import { BASE_ENVIRONMENT } from '../support/submissions.ts';

/** What Supabase provides beyond PostgreSQL, as far as the migrations use it. */
const VAULT = `
  create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text);`;
const EXTENSIONS = {
  pg_cron: `
    create schema cron;
    create table cron.job (jobid serial, jobname text, schedule text, command text, active boolean default true);
    create table cron.job_run_details (jobid bigint, end_time timestamptz);
    create function cron.schedule(text, text, text) returns bigint language sql as
      $f$ insert into cron.job (jobname, schedule, command) values ($1, $2, $3) returning jobid $f$;`,
  pg_net: `
    create schema net; create table net.calls (id serial, url text, headers jsonb, body jsonb);
    create table net._http_response (id bigint, status_code integer, error_msg text);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint language sql as
      $f$ insert into net.calls (url, headers, body) values (url, headers, body) returning id $f$;`,
};

const database = await startPglite(undefined, async (engine) => {
  // PGlite's types refer to Emscripten's, which are not installed.
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
        `select * from contact_private.claim_mail(interval '1 s', 1)`,
        'select contact_private.call_job()',
      ]) {
        await query(`set role ${role}`);
        await expect(query(statement), statement).rejects.toThrow(/permission denied/);
        await query('reset role');
      }
    },
  );

  test('has row-level security and no policy on any table, and no function that waits long for a lock', async () => {
    const unsecured = await query(
      `select relname from pg_class where relkind = 'r' and not relrowsecurity
       and (relname = 'contact_messages' or relnamespace = 'contact_private'::regnamespace)`,
    );
    const unlimited = await query(
      `select proname from pg_proc where pronamespace = 'contact_private'::regnamespace
       and not proconfig::text ~ 'lock_timeout=3s'`,
    );
    expect([unsecured, await query('select * from pg_policies'), unlimited]).toEqual([[], [], []]);
  });

  test('finds due and expired rows by an index, and deletes nothing else', async () => {
    await query(`
      begin;
      insert into contact_private.rate_events (visitor_hash, created_at)
      select 'v', now() - i * interval '20 s' from generate_series(1, 20000) i;
      insert into public.contact_messages (idempotency_key, message_id, name, phone, message, sent_at)
      select encode(sha256(i::text::bytea), 'hex'), 'm', 'n', 'p', 'm',
        case when i % 10 > 0 then now() - i * interval '3 hours' end
      from generate_series(1, 2000) i;
      analyze;
      select contact_private.begin_run('60 s', '180 days', 300e6::bigint);`);
    const wholeReads = () =>
      query(
        `select relname, seq_scan from pg_stat_xact_all_tables
         where relname in ('rate_events', 'contact_messages') order by relname`,
      );
    const before = await wholeReads();
    await query(`
      select contact_private.purge_expired();
      select * from contact_private.claim_mail('1 min', 300);
      update public.contact_messages set sent_at = now() where id <= 300;
      select * from contact_private.claim_mail('1 min', 300);`);
    expect(await wholeReads()).toEqual(before);
    // 180 days are 1,440 times three hours, and one in ten rows is unsent.
    expect(await query('select from public.contact_messages')).toHaveLength(1496);
    // Of 15,680 events older than a day, one purge deletes 10,000.
    expect(await query('select from contact_private.rate_events')).toHaveLength(10_000);
    await query('rollback');
  });

  /** Stores a visitor's message and returns the outcome. */
  const accept = async (points = 0) => {
    const [row] = await query<{ outcome: string }>(
      `select outcome from contact_private.accept_message(encode(sha256(random()::text::bytea), 'hex'),
         '{}', 'h', '<m>', 'visitor', 'n', '12345678', 'm', $1, false, 30)`,
      [points],
    );
    return row?.outcome;
  };

  test('does not count against a visitor what a fast clock wrote', async () => {
    await query(`
      insert into contact_private.rate_events (visitor_hash, created_at)
      select 'visitor', now() + interval '1 day' from generate_series(1, 30)`);
    expect(await accept()).toBe('stored');
  });

  test('stores no more of a flood than its limit, but still the first message of a new visitor', async () => {
    await query('begin; update contact_private.job set storage_limit_bytes = 60e3');
    expect(await problems()).toBe('the messages take over half of their storage');
    await query('update contact_private.job set storage_limit_bytes = 1e3');
    // The visitor of the previous test.
    expect([await accept(2), await accept()]).toEqual(['limited', 'limited']);
    await query('truncate contact_private.rate_events');
    expect([await accept(2), await accept()]).toEqual(['limited', 'stored']);
    await query('rollback');
  });

  test('waits longer after each failure, and lets nobody delete unsent messages', async () => {
    const waits = [];
    for (const isCounted of [false, false, false, true, true]) {
      const [row] = await query<{ wait: number }>(`
        update public.contact_messages set next_attempt_at = now();
        select * from contact_private.claim_mail('1 min', 300);
        select contact_private.mark_failed(array[id], claim, '451', ${isCounted}, '10 s')
        from public.contact_messages;
        select extract(epoch from next_attempt_at - now())::float8 as wait from public.contact_messages`);
      waits.push(row?.wait ?? 0);
    }
    // With a fifth of jitter.
    for (const [index, seconds] of [10, 20, 40, 150, 300].entries()) {
      expect(Math.abs((waits[index] ?? 0) / seconds - 1)).toBeLessThan(0.21);
    }
    for (const statement of ['delete from', 'truncate']) {
      await expect(query(`${statement} public.contact_messages`)).rejects.toThrow(
        /not been mailed yet/,
      );
    }
  });

  test('is used without any feature that a connection pooler lacks', async () => {
    const write = vi.spyOn(Socket.prototype, 'write');
    const config = readConfig({ ...BASE_ENVIRONMENT, SUPABASE_DB_URL: database.url });
    await createPostgresStore(config).claimMail();
    const sent = write.mock.calls
      .filter((_, index) => (write.mock.contexts[index] as Socket).remotePort === port)
      .map(([bytes]) => Buffer.from(bytes as Uint8Array));
    vi.restoreAllMocks();
    // Names and values follow the length and the version; an empty name ends them.
    const settings = sent[0]?.subarray(8, -2).toString().split('\0') ?? [];
    const names = settings.filter((_, index) => index % 2 === 0);
    expect(names.sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
    // 'P' prepares a statement; after the length, its name must be empty.
    expect(sent[1]?.subarray(0, 1).toString()).toBe('P');
    expect(sent[1]?.[5]).toBe(0);
  });

  test('counts a message of a killed worker as possibly mailed', async () => {
    const [row] = await query<{ wait: number; counted: number }>(`
      update public.contact_messages set next_attempt_at = now(), counted_attempts = 0;
      select * from contact_private.claim_mail('0 s', 300);
      select contact_private.begin_run('10 s', '180 days', 300e6::bigint);
      select extract(epoch from next_attempt_at - now())::float8 as wait, counted_attempts as counted
      from public.contact_messages where last_error = 'UNREPORTED'`);
    expect(row?.counted).toBe(1);
    expect(Math.abs((row?.wait ?? 0) / 150 - 1)).toBeLessThan(0.21);
  });
});

/** The problems in words; null if there are none. */
async function problems(): Promise<string | null | undefined> {
  const [row] = await query<{ problems: string | null }>(
    'select problems from contact_private.status',
  );
  return row?.problems;
}

describe('above the hourly limit', () => {
  /** Stores waiting messages, in order: one visitor per entry, with that many earlier messages. */
  const given = (rows: { count: number; rank?: number; counted?: number; suspect?: boolean }[]) =>
    query(
      `update public.contact_messages set sent_at = now();
       truncate public.contact_messages restart identity;
       update contact_private.job set digest_at = null;
       insert into public.contact_messages (idempotency_key, message_id, name, phone, message,
         next_attempt_at, visitor_rank, counted_attempts, is_suspect)
       select encode(sha256(random()::text::bytea), 'hex'), 'm', 'n', 'p', 'm',
         now() - interval '1 min', coalesce(rank, 0), coalesce(counted, 0), coalesce(suspect, false)
       from jsonb_to_recordset('${JSON.stringify(rows)}')
         as given (count integer, rank integer, counted integer, suspect boolean),
         generate_series(1, count)`,
    );
  /** The ids in the next mail. */
  const claim = async (limit = 0) => {
    const rows = await query<{ id: number; claim: string }>(
      `select id, claim from contact_private.claim_mail('1 min', ${limit}) order by id`,
    );
    expect(new Set(rows.map((row) => row.claim)).size).toBeLessThan(2);
    return rows.map(({ id }) => id);
  };
  const passAMinute = () =>
    query(`update contact_private.job set digest_at = digest_at - interval '59 s'`);

  test('messages are mailed in digests of a hundred, one per minute', async () => {
    await given([{ count: 103 }]);
    expect([await claim(2), await claim(2)]).toHaveLength(2);
    expect(await claim(2)).toHaveLength(100);
    expect(await claim(2)).toEqual([]);
    await passAMinute();
    expect(await claim(2)).toHaveLength(1);
  });

  test('a worker that waited while another claimed a digest claims none in the same minute', async () => {
    await given([{ count: 3 }]);
    await query('begin; select now()');
    await query('update contact_private.job set digest_at = clock_timestamp()');
    expect(await claim()).toEqual([]);
    await query('commit');
  });

  test('a customer among three thousand messages from a hundred addresses waits for only two digests', async () => {
    const ranks = Array.from({ length: 30 }, (_, rank) => ({ count: 100, rank }));
    await given([...ranks, { count: 1 }, { count: 50, suspect: true }]);
    await claim();
    await passAMinute();
    expect(await claim()).toContain(3001);
  });

  test('a message that was rejected twice within digests is retried in a smaller one, and finally alone', async () => {
    await given([{ count: 15, counted: 2 }, { count: 2, counted: 3 }, { count: 2 }]);
    const sizes = [];
    for (let mail = 0; mail < 6; mail += 1) sizes.push((await claim(1)).length);
    // The first was before the limit; the others join the minute's digest.
    expect(sizes).toEqual([1, 10, 4, 1, 1, 2]);
  });
});

describe('the operator is told', () => {
  beforeEach(() =>
    query(`
      update public.contact_messages set sent_at = now(); truncate public.contact_messages;
      truncate contact_private.tallies, net.calls, net._http_response, vault.decrypted_secrets;
      delete from contact_private.job; insert into contact_private.job (ran_at) values (now());
      insert into public.contact_messages (idempotency_key, message_id, name, phone, message, parked_at)
      values (repeat('a', 64), 'm', 'n', 'p', 'm', now())`),
  );
  /** What a worker has to report, that many hours after the last alert. */
  const alertAfter = async (hours: number) => {
    const [row] = await query<{ alert: string | null }>(`
      update contact_private.job
      set alerted_at = alerted_at - interval '${hours} h', alert_checked_at = null;
      select contact_private.claim_alert() as alert`);
    return row?.alert;
  };
  const confirm = () => query('select contact_private.confirm_alert()');

  test('the same problem once a day, another after an hour, and the same again once it was fixed', async () => {
    expect(await alertAfter(0)).toBe('parked messages: 1');
    await confirm();
    expect(await alertAfter(2)).toBeNull();
    await query(
      `update public.contact_messages set parked_at = null, created_at = now() - interval '2 h'`,
    );
    expect(await alertAfter(0)).toBe('overdue messages: 1');
    await confirm();
    expect(await alertAfter(25)).toBe('overdue messages: 1');
    await confirm();
    await query('update public.contact_messages set sent_at = now()');
    expect(await alertAfter(1)).toBeNull();
    await query('update public.contact_messages set sent_at = null');
    expect(await alertAfter(1)).toBe('overdue messages: 1');
  });

  test('by one worker a minute, until the webhook has accepted the alert', async () => {
    expect(await alertAfter(0)).toBe('parked messages: 1');
    const [row] = await query('select contact_private.claim_alert() as alert');
    expect(row).toEqual({ alert: null });
    expect(await alertAfter(0)).toBe('parked messages: 1');
    await confirm();
    expect(await alertAfter(0)).toBeNull();
  });

  test('that site and function disagree, once more than a few visitors were turned away', async () => {
    await query('update public.contact_messages set sent_at = now()');
    await query(`select contact_private.tally('disagreement', 5)`);
    expect(await problems()).toBeNull();
    await query(`select contact_private.tally('disagreement', 1)`);
    expect(await problems()).toMatch(/site and function disagree/);
  });

  test('that no self-test is accepted, until one is', async () => {
    const begin = `select contact_private.begin_run('1 s', '1 day', 1) as "isDue"`;
    await query('update public.contact_messages set sent_at = now()');
    for (const seen of [null, 'the daily self-test was not accepted']) {
      expect(await query(begin)).toEqual([{ isDue: true }]);
      await query('update contact_private.job set storage_limit_bytes = 1e9');
      expect(await problems()).toBe(seen);
    }
    await query(`
      select contact_private.accept_message(repeat('b', 64), '{}', 'h', 'm', null, 'n', 'p', 'm', 0, true, 1)`);
    expect(await problems()).toBeNull();
    expect(await query(begin)).toEqual([{ isDue: false }]);
  });
});

describe('the schedule', () => {
  const VAULT_ENTRIES = `
    insert into vault.decrypted_secrets values
      ('contact_function_url', 'https://ref.supabase.co/functions/v1/send-contact-email/'),
      ('contact_job_secret', 'the secret')`;
  beforeEach(() =>
    query(`
      update public.contact_messages set sent_at = now(); truncate public.contact_messages;
      truncate net.calls, net._http_response, vault.decrypted_secrets;
      delete from contact_private.job; insert into contact_private.job default values`),
  );
  /** Runs the schedule, that many minutes after the response to its last call. */
  const tick = (answer: number, minutes = 1) =>
    query(`
      insert into net._http_response
      select id, ${answer} from net.calls where id not in (select id from net._http_response);
      update contact_private.job set unanswered_since = unanswered_since - interval '${minutes} min',
        alert_checked_at = alert_checked_at - interval '${minutes} min';
      select contact_private.call_job()`);
  const told = async () => {
    const calls = await query<{ body: Record<string, string> }>(
      `select body from net.calls where url = 'https://alerts.example' order by id`,
    );
    return calls.map(({ body }) => body);
  };

  test('runs the job every minute, and prunes its own history', async () => {
    const jobs = await query<{ command: string }>('select * from cron.job order by jobname');
    expect(jobs).toMatchObject([
      { jobname: 'contact-history' },
      { jobname: 'contact-job', schedule: '* * * * *' },
    ]);
    await query(`
      insert into cron.job_run_details
      select jobid, now() - interval '8 days' from (values (1), (2), (99)) as given (jobid);
      insert into cron.job_run_details values (1, now() - interval '6 days');
      ${jobs[0]?.command ?? ''}`);
    expect(await query('select jobid from cron.job_run_details order by jobid')).toEqual([
      { jobid: 1 },
      { jobid: 99 },
    ]);
  });

  test('calls the job with the secret from Vault', async () => {
    // A trailing slash is harmless.
    await query(`${VAULT_ENTRIES}; select contact_private.call_job()`);
    expect(await query('select url, headers, body from net.calls')).toEqual([
      {
        url: 'https://ref.supabase.co/functions/v1/send-contact-email/job',
        headers: { 'content-type': 'application/json', 'x-contact-job-secret': 'the secret' },
        body: {},
      },
    ]);
  });

  test.each([
    ['the secret is wrong', VAULT_ENTRIES, 'its last call was answered with 401'],
    [
      'Vault has no entries',
      'select 1',
      'Vault has no contact_function_url and no contact_job_secret',
    ],
  ])(
    'alerts the operator itself when %s, from the first day on, until the webhook accepts it',
    async (_what, prepare, reason) => {
      await query(`
        ${prepare};
        insert into vault.decrypted_secrets values ('contact_alert_webhook', 'https://alerts.example')`);
      for (let minute = 0; minute < 15; minute += 1) await tick(401);
      expect(await told()).toEqual([]);
      const text = `Contact form: the job does not run (${reason}). See docs/contact.md.`;
      await tick(401);
      expect(await told()).toEqual([{ text, content: text }]);
      await tick(500);
      expect(await told()).toHaveLength(2);
      await tick(204);
      await tick(204);
      expect(await told()).toHaveLength(2);
    },
  );

  test('raises no false alarm at its first tick after a pause', async () => {
    await query(`
      ${VAULT_ENTRIES}, ('contact_alert_webhook', 'https://alerts.example');
      update contact_private.job set ran_at = now() - interval '3 days', installed_at = now() - interval '9 days'`);
    // The database has only just started.
    expect(await problems()).toBeNull();
    await tick(200);
    expect(await told()).toEqual([]);
  });

  test.each([
    ['drop extension pg_cron cascade', 'pg_cron or pg_net is not installed'],
    ['update cron.job set active = false', 'pg_cron has no active job contact-job'],
  ])('reports what is missing when it makes no call: %s', async (prepare, reason) => {
    await query(
      `begin; ${prepare}; update contact_private.job set unanswered_since = now() - interval '1 h'`,
    );
    expect(await problems()).toBe(`the job does not run (${reason})`);
    await query('rollback');
  });
});
