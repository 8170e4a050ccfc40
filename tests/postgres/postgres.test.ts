// Behaviour that needs a real PostgreSQL. `npm run test:postgres` runs it.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { applyMigrations, type Database } from '../../local/database.ts';
import { DENOS, spawnDeno } from '../../local/function-process.ts';
import { readConfig } from '@site/supabase/send-contact-email/config';
import { sha256 } from '@site/supabase/send-contact-email/identity';
import { createPostgresStore } from '@site/supabase/send-contact-email/store';
import { IMPOSTOR_CA } from '../support/certificate.ts';
import { startPostgres } from '../support/postgres.ts';
import { WAIT } from '../support/smtp-server.ts';
import { EMPTY, insertMessages, SUPABASE_ROLES } from '../contact/support/stack.ts';
import { BASE_ENVIRONMENT } from '../support/submissions.ts';

let database: Database;
/** The function's environment, with changes. */
const environment = (change: Record<string, string> = {}) => ({
  ...BASE_ENVIRONMENT,
  SUPABASE_DB_URL: database.url,
  CONTACT_DB_CA: database.ca,
  ...change,
});

beforeAll(async () => {
  database = await startPostgres();
  await database.query(SUPABASE_ROLES);
  await applyMigrations(database.query);
});
afterAll(() => database.stop());

test.each(['anon', 'authenticated'])(
  'whoever signs in to the project, or does not (%s), can read, change and call nothing of the contact’s schema',
  async (role) => {
    const attempts = await database.query<{ sql: string }>(`
      with one as (select oid, relkind from pg_class where relnamespace = 'contact_private'::regnamespace)
      select format(sql, oid::regclass) as sql from one,
        unnest(array['select from %s', 'delete from %s', 'insert into %s default values']) sql
        where relkind in ('r', 'v')
      union all select format('select nextval(%L)', oid::regclass) from one where relkind = 'S'
      union all select format('select %s(%s)', oid::regproc, array_to_string(array_fill('null'::text, array[pronargs]), ','))
        from pg_proc where pronamespace = 'contact_private'::regnamespace`);
    expect(attempts.length).toBeGreaterThan(20);
    for (const { sql } of attempts) {
      const attempt = database.query(`set role ${role}; ${sql}`);
      await expect(attempt, sql).rejects.toThrow('permission denied for schema contact_private');
    }
  },
);

test.each(DENOS)(
  'the database answers the %s Deno over TLS if its certificate has the right name and authority, and not otherwise',
  async (deno) => {
    const environments = [
      environment(),
      // As pasted into a dashboard; `sslmode` in the URL changes nothing.
      environment({
        SUPABASE_DB_URL: `${database.url}?sslmode=disable`,
        CONTACT_DB_CA: database.ca.replaceAll('\n', '\\n'),
      }),
      environment({ CONTACT_DB_CA: IMPOSTOR_CA }),
      environment({ SUPABASE_DB_URL: database.url.replace('localhost', '127.0.0.1') }),
    ];
    const file = join(import.meta.dirname, '../contact/support/ask-database.ts');
    const child = spawnDeno(file, { ENVIRONMENTS: JSON.stringify(environments) }, deno);
    expect(await json(child.stdout)).toEqual(['answered', 'answered', 'ETLS', 'ETLS']);
  },
);

test('several instances claim each message once, and no more single mails than the limit', async () => {
  await database.query(`${EMPTY} ${insertMessages(300)}`);
  const config = readConfig(environment({ CONTACT_MAILS_PER_HOUR: '100' }));
  const stores = [1, 2, 3].map(() => createPostgresStore(config, 60_000));
  const claims = stores.flatMap((store) => Array.from({ length: 60 }, () => store.claimMail()));
  const mails = (await Promise.all(claims)).filter(({ length }) => length > 0);
  // Half of them; then one digest, and no second one in its interval.
  const sizes = mails.map(({ length }) => length).sort((one, other) => one - other);
  expect(sizes).toEqual([...Array<number>(50).fill(1), 100]);
  expect(new Set(mails.flat().map(({ id }) => id)).size).toBe(150);
});

test('the same words at the very same moment are one message, whatever their keys', async () => {
  await database.query(EMPTY);
  const store = createPostgresStore(readConfig(environment()));
  const MESSAGE = { name: 'Joana', phone: '(49) 98888-7777', message: 'Olá' };
  const DETAILS = { otherAddresses: null, isSuspect: false, site: null };
  const keys = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? null : `${index % 30}`));
  // A phone changes its address between two taps.
  const posts = keys.map((key, index) => {
    const visitorHash = `${index}`;
    const submissionKey = sha256(key ?? '', ...Object.values(MESSAGE));
    return store.accept({
      ...MESSAGE,
      ...DETAILS,
      visitorHash,
      submissionKey,
      isKeyed: key !== null,
    });
  });
  const outcomes = (await Promise.all(posts)).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
});

test('what the function has given up ends in the database, however long it would hang', async () => {
  await database.query(`create or replace function contact_private.mark_login(p_error text) returns void
    language sql set search_path = '' as 'select pg_sleep(600)'`);
  const store = createPostgresStore(readConfig(environment()), 500);
  const ends = () => Array.from({ length: 12 }, () => store.markLogin(null));
  const given = await Promise.allSettled(ends());
  expect(given.map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
  const hanging = `select from pg_stat_activity where query like '%mark_login%' and pid <> pg_backend_pid()`;
  await vi.waitUntil(async () => (await database.query(hanging)).length === 0, WAIT);
});
