// The database's rules, on a PostgreSQL engine. pg_cron, pg_net and Vault are stand-ins for what Supabase adds.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { applyMigrations, startPglite } from '../../local/database.ts';
import { sha256 } from '@site/supabase/send-contact-email/identity';
import { composeMail } from '@site/supabase/send-contact-email/mail';
import type { StoredMessage } from '@site/supabase/send-contact-email/store';
import { MAIL_SETTINGS } from '../support/submissions.ts';
import { EMPTY, insertMessages, SUPABASE_ROLES } from './support/stack.ts';

/** Also the schema of Supabase's extensions. */
const VAULT = `
  create schema extensions; create schema vault;
  create table vault.secrets (name text unique, secret text);
  create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(text, text) returns void language sql as
    $f$ insert into vault.secrets (secret, name) values ($1, $2) $f$;`;
const EXTENSIONS = {
  pg_cron: `
    create schema cron;
    create table cron.job (jobid serial, jobname text unique, schedule text, command text, active boolean default true);
    create table cron.job_run_details (jobid bigint, end_time timestamptz);
    create function cron.schedule(text, text, text) returns bigint language sql as
      $f$ insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
        on conflict (jobname) do update set schedule = $2, command = $3 returning jobid $f$;
    create function cron.unschedule(text) returns boolean language sql as
      $f$ delete from cron.job where jobname = $1 returning true $f$;`,
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
afterEach(() => query(`rollback; reset role; ${EMPTY} truncate net.calls, vault.secrets`));

/** The ids in the next mail. */
const claim = async (mailsPerHour = 300) => {
  const rows = await query<{ id: number }>(
    `select id from contact_private.claim_mail(${mailsPerHour}) order by id`,
  );
  return rows.map(({ id }) => id);
};
/** Stores or refuses a message. */
const accept = async (text: string, visitor = 'visitor', isSuspect = false) => {
  const [row] = await query<{ outcome: string }>(`
    select outcome from contact_private.accept_message(
      encode(sha256('${text}'), 'hex'), false, '${visitor}', 'n', 'p', '${text}', null, ${isSuspect})`);
  return row?.outcome;
};
/** What an uptime service reads; null if all is well. */
const health = async (mailsPerHour = 300) => {
  const [row] = await query<{ output: string | null }>(
    `select contact_private.health(${mailsPerHour}) as output`,
  );
  return row?.output;
};
/** Of a message, as the function reads it. */
const COLUMNS = `m.id::text, name, phone, message, other_addresses as "otherAddresses", site,
  is_suspect as "isSuspect", created_at as "createdAt"`;
const htmlBytes = async (messages: StoredMessage[]) => {
  const { html = '' } = await PostalMime.parse((await composeMail(messages, MAIL_SETTINGS)).raw);
  return Buffer.byteLength(html);
};

describe('the database', () => {
  test.each(['anon', 'authenticated', 'service_role'])('is closed to %s', async (role) => {
    // Without the schema, no right to an object in it matters.
    await query(`set role ${role}`);
    const read = query('select contact_private.health()');
    await expect(read).rejects.toThrow(/permission denied for schema/);
  });

  test('gives Supabase’s linter no cause to warn', async () => {
    const warnings = await query(`
      select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
        or relnamespace = 'contact_private'::regnamespace and (relkind = 'r' and not relrowsecurity
          or relkind = 'v' and reloptions is distinct from '{security_invoker=true}')
      union all select proname::text from pg_proc where pronamespace = 'contact_private'::regnamespace
        and not coalesce(proconfig @> '{"search_path=\\"\\""}', false)`);
    expect(warnings).toEqual([]);
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
        update contact_private.messages set next_attempt_at = next_attempt_at - interval '1 s'
        returning round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes`);
      waits.push(row?.minutes);
      await query('update contact_private.messages set next_attempt_at = now()');
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  test('whatever messages hold, they are composed, and the digest is no longer than the claim reckons', async () => {
    const text = (max: number) => {
      const unit = fc.constantFrom(...Array.from(`'<&"@.+%-_=? \n0aZãß漢𐍈`));
      const repeated = fc
        .tuple(fc.string({ unit, minLength: 1, maxLength: 9 }), fc.nat(max))
        .map(([part, times]) => Array.from(part.repeat(times)).slice(0, max).join(''));
      const address = fc.nat(250).map((length) => `${"'".repeat(length)}ã@ã.ã.aa`);
      const typed = fc.oneof(repeated, fc.string({ unit: 'grapheme', maxLength: max }), address);
      return typed.map((one) => Array.from(one.replaceAll('\0', '')).slice(0, max).join('') || 'a');
    };
    const row = fc.tuple(
      ...[text(120), text(40), text(5000), fc.option(text(700)), fc.boolean()],
      fc.option(text(300)),
    );
    const storeAndCompose = async (rows: unknown[][]) => {
      await query(EMPTY);
      for (const [index, values] of rows.entries()) {
        await query(
          `select contact_private.accept_message(encode(sha256('${index}'), 'hex'), false, null, $1, $2, $3, $4, $5, $6)`,
          values,
        );
      }
      const messages = await query<StoredMessage & { bytes: number }>(
        `select ${COLUMNS}, contact_private.mail_bytes(m) as bytes from contact_private.due m`,
      );
      const reckoned = messages.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(await htmlBytes(messages)).toBeLessThan(1500 + reckoned);
    };
    const rows = fc.array(row, { minLength: 1, maxLength: 4 });
    await fc.assert(fc.asyncProperty(rows, storeAndCompose), { numRuns: 100 });
  });

  test('of long messages takes as many as Gmail shows', async () => {
    await query(`${insertMessages(100)}
      update contact_private.messages set message = repeat('texto & ', 300)`);
    const messages = await query<StoredMessage>(
      `select ${COLUMNS} from contact_private.claim_mail(0) m`,
    );
    const bytes = await htmlBytes(messages);
    expect(bytes).toBeGreaterThan(80_000);
    expect(bytes).toBeLessThan(102_000);
  });

  test('is handed over five times at most', async () => {
    await query(insertMessages(1));
    const handOver = `select contact_private.hand_over('{1}') as may`;
    const answers = [];
    for (let times = 0; times < 6; times += 1) answers.push(...(await query<object>(handOver)));
    const may = { may: true };
    expect(answers).toEqual([may, may, may, may, may, { may: false }]);
    expect(await claim()).toEqual([]);
  });
});

test('a caller who waited for a lock sees what another wrote meanwhile, and does not take it for the future', async () => {
  // Written after this transaction has begun.
  await query(`${insertMessages(1)} begin; select now();
    update contact_private.messages set created_at = clock_timestamp(), name = 'n', phone = 'p', message = 'a';
    insert into contact_private.rate_events select 'visitor', clock_timestamp() from generate_series(1, 30);
    update contact_private.state set digest_at = clock_timestamp(), login_tried_at = clock_timestamp()`);
  expect([await accept('a', 'neighbour'), await accept('b')]).toEqual(['duplicate', 'limited']);
  expect(await query('select contact_private.begin_run() as due')).toEqual([{ due: false }]);
  expect(await claim(0)).toEqual([]);
});

test('while ten thousand suspects are waiting, further ones are refused, and nobody else', async () => {
  await query(`${insertMessages(9_999)} update contact_private.messages set is_suspect = true`);
  const acceptSuspect = (text: string) => accept(text, 'visitor', true);
  expect([await acceptSuspect('a'), await acceptSuspect('b')]).toEqual(['stored', 'limited']);
  expect(await accept('c')).toBe('stored');
  await query('update contact_private.messages set sent_at = now() where id = 1');
  expect(await acceptSuspect('b')).toBe('stored');
});

test('health turns red for each fault and green after it', async () => {
  const [definition] = await query<{ sql: string }>(
    `select pg_get_functiondef('contact_private.delete_expired'::regproc) as sql`,
  );
  const DELETE_EXPIRED = definition?.sql ?? '';
  expect(await health()).toBe('schedule');
  await query('select contact_private.begin_run()');
  expect(await health()).toBeNull();
  const RUN = 'select contact_private.begin_run()';
  const SENT = `select contact_private.mark_sent('{1}')`;
  const SET_READ_ONLY = 'set default_transaction_read_only =';
  for (const [fault, word, repair] of [
    [`update contact_private.state set ran_at = now() - interval '22 min'`, 'schedule', RUN],
    ['truncate contact_private.state', 'schedule', RUN],
    [`select contact_private.mark_login('535')`, 'mail', 'select contact_private.mark_login(null)'],
    [`select contact_private.mark_login('535')`, 'mail', SENT],
    // As Supabase makes a database whose disk is full; then, for new sessions only.
    [`${SET_READ_ONLY} on`, 'database', `${SET_READ_ONLY} off`],
    [`alter role postgres ${SET_READ_ONLY} on`, 'database', 'alter role postgres reset all'],
    [
      `${insertMessages(1)} update contact_private.messages set created_at = now() - interval '31 min'`,
      'overdue',
      SENT,
    ],
    [`update contact_private.messages set sent_at = null, handovers = 5`, 'stuck', SENT],
    // The deletion fails, and no mail waits for it.
    [
      `create or replace function contact_private.delete_expired() returns void language plpgsql as 'begin perform 1 / 0; end';
       update contact_private.state set expired_at = now() - interval '49 hours'; ${RUN}`,
      'retention',
      `${DELETE_EXPIRED}; ${RUN}`,
    ],
  ] as const) {
    await query(fault);
    expect(await health()).toBe(word);
    await query(repair);
    expect(await health()).toBeNull();
  }
});

/** The only one. */
const JOB = {
  jobname: 'contact-mail',
  schedule: '* * * * *',
  command: 'select contact_private.call_function()',
};

test('an update keeps the number of days that an operator has set for the job of an earlier schema', async () => {
  await query('drop schema contact_private cascade');
  const folder = join(import.meta.dirname, '../../supabase/migrations');
  const [first = '', ...later] = readdirSync(folder).sort();
  await query(readFileSync(join(folder, first), 'utf8'));
  await query(
    `select cron.schedule('contact-retention', '17 3 * * *', 'select contact_private.delete_expired(90)')`,
  );
  for (const file of later) await query(readFileSync(join(folder, file), 'utf8'));
  expect(await query('select retention_days from contact_private.state')).toEqual([
    { retention_days: 90 },
  ]);
  expect(await query('select jobname, schedule, command from cron.job')).toEqual([JOB]);
});

describe('the schedule', () => {
  const SECRETS = `insert into vault.secrets values
    ('contact_function_url', 'https://ref.supabase.co/functions/v1/send-contact-email/'),
    ('contact_secret', 'the secret')`;

  test('calls the function with Vault’s secret every minute if something is due, and every ten minutes regardless', async () => {
    expect(await query('select jobname, schedule, command from cron.job')).toEqual([JOB]);
    const callsAt = async (minute: number) => {
      // pg_cron's minute, in a database whose clock cannot be set.
      const command = `create or replace function pg_temp.now() returns timestamptz language sql
        as $f$ select date_trunc('hour', pg_catalog.now()) + interval '${minute} minutes' $f$`;
      const definition = `pg_get_functiondef('contact_private.call_function'::regproc)`;
      await query(`begin; truncate net.calls; ${command};
        do $$ begin execute replace(${definition}, 'from now()', 'from pg_temp.now()'); end $$;
        ${JOB.command}`);
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

  test('deletes what is sent after its days, suspects after seven, and what never left after the days since it arrived, unless it is still tried', async () => {
    await query(`${insertMessages(9)}
      update contact_private.messages set is_suspect = id between 4 and 7,
        created_at = now() - case when id in (7, 9) then interval '179 days' else interval '181 days' end,
        handovers = case when id >= 8 then 5 else 4 end,
        sent_at = now() - (array['179 days', '181 days', null, '6 days', '8 days'])[id]::interval;
      insert into contact_private.rate_events values ('a', now() - interval '25 h'), ('b', now());
      insert into cron.job_run_details
      select jobid, now() - interval '8 days' from (values (1), (99)) as given (jobid);`);
    const kept = async () => {
      const left = 'select id from contact_private.messages order by id';
      await query('select contact_private.begin_run()');
      return (await query<{ id: number }>(left)).map(({ id }) => id);
    };
    // Once an hour.
    expect(await kept()).toHaveLength(9);
    await query(`update contact_private.state set expired_at = now() - interval '61 minutes'`);
    expect(await kept()).toEqual([1, 3, 4, 7, 9]);
    const others = `select visitor_hash as kept from contact_private.rate_events
      union select jobid::text from cron.job_run_details order by kept`;
    expect(await query(others)).toEqual([{ kept: '99' }, { kept: 'b' }]);
  });
});

test('an operator runs every statement of the guide in its order, leaves, and installs again', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/contact.md'), 'utf8');
  const statements = [...guide.matchAll(/```sql\n([^`]*)```|`((?:select|update) [^`]*)`/g)].map(
    ([, block, line]) => block ?? line ?? '',
  );
  const [schedule = '', sendAgain = '', retention = '', find = '', erase = ''] = statements;
  // Two more move the messages of an earlier schema.
  expect(statements).toHaveLength(8);
  const uninstall = statements.at(-1) ?? '';
  /** As the SQL editor does: all or nothing. */
  const run = async <Row>(sql: string) => {
    const rows = await query<Row>(`begin; ${sql.replace(/;?\s*$/, ';')}`);
    await query('commit');
    return rows;
  };

  await query(`${insertMessages(2)} update contact_private.messages set handovers = 5`);
  // pg_cron disabled and enabled again has lost its jobs.
  await query('truncate cron.job');
  await run(schedule);
  await run(schedule.replace('<CONTACT_SECRET>', 'new'));
  expect(await query('select secret from vault.secrets order by name')).toEqual([
    { secret: expect.stringMatching(/send-contact-email$/) as string },
    { secret: 'new' },
  ]);
  expect(await query('select jobname, schedule, command from cron.job')).toEqual([JOB]);
  await run(sendAgain);
  expect([await claim(), await claim()]).toEqual([[1], [2]]);
  await run(retention);
  expect(await query('select retention_days as days from contact_private.state')).toEqual([
    { days: 90 },
  ]);
  await query(`update contact_private.messages set name = 'João d’Ávila', phone = '+55 49 97777-6666',
    message = 'Escreva para Joao@Loja.Example. Жанна Й.' where id = 2`);
  // People who ask for deletion give name and phone in their own notation.
  for (const [wanted, ids] of [
    ['97777 6666', [2]],
    ['JOAO DAVILA', [2]],
    ['joão@loja.example', [2]],
    ['49 9', [1, 2]],
    ['ЖАННА й', [2]],
    ['davilas', []],
    [' -!', []],
  ] as const) {
    const found = await run<{ id: number }>(find.replace('joana@exemplo.com', wanted));
    expect(found.map(({ id }) => id)).toEqual(ids);
  }
  await run(erase.replace('12, 34', '2'));
  expect(await query('select id from contact_private.messages')).toEqual([{ id: 1 }]);

  await run(uninstall);
  expect(
    await query(`select jobname from cron.job union all select name from vault.secrets
      union all select nspname from pg_namespace where nspname like 'contact%'
      union all select unnest(setconfig) from pg_db_role_setting`),
  ).toEqual([]);
  await applyMigrations(query);
  expect(await query('select from contact_private.messages')).toEqual([]);
  expect(await query('select jobname, schedule, command from cron.job')).toEqual([JOB]);
});

test('a migration that has landed is never changed: another follows it', () => {
  const folder = join(import.meta.dirname, '../../supabase/migrations');
  const hashes = readdirSync(folder).map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return [name, sha256(sql).slice(0, 16)];
  });
  // A new migration adds its line.
  expect(Object.fromEntries(hashes)).toEqual({
    '20261125180000_contact.sql': 'd5c67871d64d3f89',
    '20261126010000_contact_limits.sql': '4a699e786d6cd16d',
    '20261126150000_contact_alone.sql': 'bff8f2db3e103dab',
    '20261128090000_contact_refused.sql': '2dba05a3023ca564',
    '20261128160000_contact_offers.sql': 'b2ce345af23563a0',
    '20261129090000_contact_order.sql': '92e769a7ea2e4e8f',
    '20261129100000_contact_words.sql': '772df7702c970f93',
    '20261129110000_contact_given_up.sql': 'a1dd2c22aa1547d2',
  });
});
