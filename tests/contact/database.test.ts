// The database's rules, on a PostgreSQL engine. pg_cron, pg_net and Vault are stand-ins for what Supabase adds.
import { Socket } from 'node:net';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { MAX_CHARACTERS } from '../../supabase/functions/_shared/contact-form.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createPostgresStore } from '../../supabase/functions/send-contact-email/store.ts';
import { EMPTY, insertMessages, SUPABASE_ROLES } from './support/stack.ts';
import { BASE_ENVIRONMENT } from '../support/submissions.ts';

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
    create schema net; create table net.calls (id serial, url text, headers jsonb);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint language sql as
      $f$ insert into net.calls (url, headers) values (url, headers) returning id $f$;`,
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
afterEach(() => query(`rollback; reset role; ${EMPTY} truncate net.calls`));

/** The ids in the next mail. */
const claim = async (mailsPerHour = 300) => {
  const rows = await query<{ id: number }>(
    `select id from contact_private.claim_mail(${mailsPerHour}) order by id`,
  );
  return rows.map(({ id }) => id);
};
/** What an uptime service reads; null if all is well. */
const health = async () => {
  const [row] = await query<{ output: string | null }>('select contact_private.health() as output');
  return row?.output;
};

describe('the database', () => {
  test.each(['anon', 'authenticated', 'service_role'])(
    'lets %s neither read nor write nor call',
    async (role) => {
      for (const statement of [
        'select * from public.contact_messages',
        insertMessages(1),
        'delete from public.contact_messages',
        'truncate public.contact_messages',
        `select nextval('public.contact_messages_id_seq')`,
        'select * from contact_private.rate_events',
        'select contact_private.health()',
        'select * from contact_private.claim_mail(1)',
        'select contact_private.call_function()',
      ]) {
        await query(`set role ${role}`);
        await expect(query(statement), statement).rejects.toThrow(/permission denied/);
        await query('reset role');
      }
    },
  );

  test('has row-level security and no policy on any table', async () => {
    const unsecured = await query(
      `select relname from pg_class where relkind = 'r' and not relrowsecurity
       and (relname = 'contact_messages' or relnamespace = 'contact_private'::regnamespace)`,
    );
    expect([unsecured, await query('select * from pg_policies')]).toEqual([[], []]);
  });

  test('lets nobody delete unsent messages, and has the form’s limits', async () => {
    await query(insertMessages(1));
    for (const statement of ['delete from', 'truncate']) {
      await expect(query(`${statement} public.contact_messages`)).rejects.toThrow(
        /not been mailed yet/,
      );
    }
    const checks = await query<{ column: string; max: string }>(
      `select substring(d from 'char_length\\((name|phone|message)\\)') as column,
         substring(d from '<= (\\d+)') as max
       from (select pg_get_constraintdef(oid) as d from pg_constraint
         where conrelid = 'public.contact_messages'::regclass) checks
       where d ~ 'char_length\\((name|phone|message)\\)'`,
    );
    const limits = Object.fromEntries(checks.map(({ column, max }) => [column, Number(max)]));
    expect(limits).toEqual(MAX_CHARACTERS);
  });

  test('finds what is due, overdue or a duplicate by an index', async () => {
    await query(`
      begin;
      insert into public.contact_messages (submission_key, name, phone, message, sent_at)
      select encode(sha256(i::text::bytea), 'hex'), 'n', 'p', 'm',
        case when i % 100 > 0 then now() - i * interval '3 hours' end
      from generate_series(1, 5000) i;
      analyze;`);
    const wholeReads = () =>
      query(`select seq_scan from pg_stat_xact_all_tables where relname = 'contact_messages'`);
    const before = await wholeReads();
    await query(`
      select * from contact_private.claim_mail(300);
      select contact_private.health();
      select * from contact_private.accept_message(repeat('a', 64), true, 'v', 'n', 'p', 'm', null, false);`);
    expect(await wholeReads()).toEqual(before);
  });

  test('is used without any feature that a connection pooler lacks', async () => {
    const write = vi.spyOn(Socket.prototype, 'write');
    const config = readConfig({ ...BASE_ENVIRONMENT, SUPABASE_DB_URL: database.url });
    await createPostgresStore(config).claimMail();
    const port = Number(new URL(database.url).port);
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
});

describe('a claim', () => {
  test('is the backoff: two minutes, doubling to an hour', async () => {
    await query(insertMessages(1));
    const waits = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(await claim()).toEqual([1]);
      expect(await claim()).toEqual([]);
      const [row] = await query<{ minutes: number }>(`
        update public.contact_messages set next_attempt_at = next_attempt_at - interval '1 s'
        returning round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes`);
      waits.push(row?.minutes);
      await query('update public.contact_messages set next_attempt_at = now()');
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  test('takes the unsuspected first, then the oldest', async () => {
    await query(`${insertMessages(3)}
      update public.contact_messages set is_suspect = id = 1, created_at = now() - id * interval '1 min'`);
    expect([await claim(), await claim(), await claim()]).toEqual([[3], [2], [1]]);
  });

  test('above the hourly number takes a hundred a minute, suspects apart; what a failed digest held leaves alone', async () => {
    await query(`${insertMessages(130)}
      update public.contact_messages set is_suspect = id > 110, handovers = (id > 107 and id <= 110)::integer`);
    expect([await claim(2), await claim(2)]).toEqual([[1], [2]]);
    expect(await claim(2)).toHaveLength(100);
    // In the same minute, only those leave that were in a digest.
    expect([await claim(2), await claim(2), await claim(2)]).toEqual([[108], [109], [110]]);
    expect(await claim(2)).toEqual([]);
    const passAMinute = `update contact_private.state set digest_at = digest_at - interval '1 minute'`;
    await query(passAMinute);
    expect(await claim(2)).toEqual([103, 104, 105, 106, 107]);
    await query(passAMinute);
    expect(await claim(2)).toHaveLength(20);
  });

  test('of a worker that waited while another took the digest takes none in the same minute', async () => {
    await query(`${insertMessages(3)} begin; select now()`);
    await query('update contact_private.state set digest_at = clock_timestamp()');
    expect(await claim(0)).toEqual([]);
  });

  test('is not stranded by a clock that jumped ahead and back', async () => {
    await query(`${insertMessages(2)}
      update public.contact_messages set next_attempt_at = now() + interval '1 day', created_at = now() + interval '1 day';
      update contact_private.state set digest_at = now() + interval '1 day', ran_at = now() + interval '1 day',
        login_tried_at = now() + interval '1 day';
      insert into contact_private.rate_events (visitor_hash, created_at)
      select 'visitor', now() + interval '1 day' from generate_series(1, 30)`);
    expect([await claim(0), await health()]).toEqual([[1, 2], 'schedule']);
    expect(await query('select contact_private.begin_run() as due')).toEqual([{ due: true }]);
    expect(
      await query(`select outcome from contact_private.accept_message(
      repeat('a', 64), true, 'visitor', 'n', 'p', 'm', null, false)`),
    ).toEqual([{ outcome: 'stored' }]);
  });

  test('is handed over five times at most', async () => {
    await query(insertMessages(1));
    const handOver = async () => {
      const [row] = await query<{ may: boolean }>(`select contact_private.hand_over('{1}') as may`);
      return row?.may;
    };
    await query(
      `select contact_private.hand_over('{1}'); select contact_private.mark_failed('{1}', '451', true)`,
    );
    const answers = [];
    for (let times = 0; times < 6; times += 1) answers.push(await handOver());
    expect(answers).toEqual([true, true, true, true, true, false]);
    expect(await claim()).toEqual([]);
  });
});

test('health turns red for each fault and green after it', async () => {
  expect(await health()).toBe('schedule');
  await query('select contact_private.begin_run()');
  expect(await health()).toBeNull();
  for (const [fault, word, repair] of [
    [
      `update contact_private.state set ran_at = now() - interval '22 minutes'`,
      'schedule',
      'select contact_private.begin_run()',
    ],
    [`select contact_private.mark_login('535')`, 'mail', 'select contact_private.mark_login(null)'],
    [
      `${insertMessages(1)} update public.contact_messages set created_at = now() - interval '31 minutes'`,
      'overdue',
      `select contact_private.mark_sent('{1}')`,
    ],
    [
      `update public.contact_messages set sent_at = null, handovers = 5`,
      'stuck',
      `select contact_private.mark_sent('{1}')`,
    ],
  ] as const) {
    await query(fault);
    expect(await health()).toBe(word);
    await query(repair);
    expect(await health()).toBeNull();
  }
});

describe('the schedule', () => {
  const SECRETS = `insert into vault.decrypted_secrets values
    ('contact_function_url', 'https://ref.supabase.co/functions/v1/send-contact-email/'),
    ('contact_secret', 'the secret')`;
  afterEach(() => query('truncate vault.decrypted_secrets'));

  test('calls the function with Vault’s secret every minute if something is due, and every ten minutes regardless', async () => {
    const [job] = await query<{ schedule: string; command: string }>(
      `select * from cron.job where jobname = 'contact-mail'`,
    );
    expect(job?.schedule).toBe('* * * * *');
    const callsAt = async (minute: number) => {
      // pg_cron's minute, in a database whose clock cannot be set.
      const command = `create or replace function pg_temp.now() returns timestamptz language sql
        as $f$ select date_trunc('hour', pg_catalog.now()) + interval '${minute} minutes' $f$`;
      const [definition] = await query<{ sql: string }>(
        `select pg_get_functiondef('contact_private.call_function'::regproc) as sql`,
      );
      await query(`begin; truncate net.calls; ${command};
        ${definition?.sql.replace('extract(minute from now())', 'extract(minute from pg_temp.now())')};
        ${job?.command}`);
      const calls = await query<{ url: string }>('select url, headers from net.calls');
      await query('rollback');
      return calls;
    };
    await query(SECRETS);
    const call = {
      url: 'https://ref.supabase.co/functions/v1/send-contact-email/job',
      headers: { 'x-contact-secret': 'the secret' },
    };
    expect([await callsAt(19), await callsAt(20)]).toEqual([[], [call]]);
    await query(insertMessages(1));
    expect(await callsAt(19)).toEqual([call]);
    await claim();
    expect(await callsAt(19)).toEqual([]);
  });

  test('deletes what is sent after its days, suspects after seven, and nothing that waits', async () => {
    const [job] = await query<{ command: string }>(
      `select * from cron.job where jobname = 'contact-retention'`,
    );
    await query(`${insertMessages(6)}
      update public.contact_messages set is_suspect = id > 3, created_at = now() - interval '1 year',
        sent_at = now() - (array['179 days', '181 days', null, '6 days', '8 days', null])[id]::interval;
      insert into contact_private.rate_events values ('a', now() - interval '25 h'), ('b', now());
      insert into cron.job_run_details
      select jobid, now() - interval '8 days' from (values (1), (99)) as given (jobid);
      ${job?.command ?? ''}`);
    expect(await query('select id from public.contact_messages order by id')).toEqual(
      [1, 3, 4, 6].map((id) => ({ id })),
    );
    expect(await query('select visitor_hash from contact_private.rate_events')).toEqual([
      { visitor_hash: 'b' },
    ]);
    expect(await query('select jobid from cron.job_run_details')).toEqual([{ jobid: 99 }]);
  });
});
