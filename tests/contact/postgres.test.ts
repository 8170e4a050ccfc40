// Behaviour that needs a real PostgreSQL: concurrent processes, locks, and pg_cron where it is listed but cannot be
// created. SUPABASE_CLI, such as "npx --yes supabase@3.1.0", pushes the migrations as an operator does.
import { execSync } from 'node:child_process';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { applyMigrations, type Database } from '../../local/database.ts';
import { spawnDeno } from '../../local/function-process.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createPostgresStore } from '../../supabase/functions/send-contact-email/store.ts';
import { createCertificate } from '../support/certificate.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import { DENOS, SUPABASE_ROLES } from './support/stack.ts';
import { BASE_ENVIRONMENT } from '../support/submissions.ts';

const CLI = process.env['SUPABASE_CLI'] ?? '';

describe.skipIf(!hasPostgres())('a real PostgreSQL (needs pg_ctl on the PATH)', () => {
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
  }, 60_000);
  afterAll(() => database.stop());

  test('takes the migrations once, and a second run changes nothing', async () => {
    const push = `${CLI} db push --yes --db-url '${database.url}?sslmode=require'`;
    for (let times = 0; times < 2; times += 1) {
      if (CLI === '') await applyMigrations(database.query);
      else execSync(push);
    }
    const versions = 'select from supabase_migrations.schema_migrations';
    expect(await database.query(versions)).toHaveLength(1);
  });

  test.each(DENOS)(
    'answers the %s Deno over TLS if its certificate has the right name and authority, and not otherwise',
    async (deno) => {
      const impostor = await createCertificate();
      const environments = [
        environment(),
        // As pasted into a dashboard; `sslmode` in the URL changes nothing.
        environment({
          SUPABASE_DB_URL: `${database.url}?sslmode=disable`,
          CONTACT_DB_CA: database.ca.replaceAll('\n', '\\n'),
        }),
        environment({ CONTACT_DB_CA: impostor.ca }),
        environment({ SUPABASE_DB_URL: database.url.replace('localhost', '127.0.0.1') }),
        environment({ CONTACT_DB_TLS: 'off' }),
      ];
      const file = join(import.meta.dirname, 'support/ask-database.ts');
      const child = spawnDeno(file, { ENVIRONMENTS: JSON.stringify(environments) }, deno);
      const answers = ['answered', 'answered', 'ETLS', 'ETLS', '28000'];
      expect(await json(child.stdout)).toEqual(answers);
    },
  );

  test('when it hangs, costs one timeout per connection and answers the next visitor on another', async () => {
    const store = createPostgresStore(readConfig(environment()), 2000);
    await store.tally('direct_mail', 1);
    const backends = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'send-contact-email'`,
    );
    for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
    try {
      await expect(store.tally('direct_mail', 1)).rejects.toMatchObject({ code: 'DEADLINE' });
      await store.tally('direct_mail', 1);
    } finally {
      for (const { pid } of backends) process.kill(pid, 'SIGCONT');
    }
  });

  test('sends no more single mails than the limit with three instances at once, and each message once', async () => {
    await database.query(
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
       select encode(sha256(i::text::bytea), 'hex'), i, 'N', '49988887777', 'M'
       from generate_series(1, 300) i`,
    );
    const config = readConfig(environment({ CONTACT_SINGLE_MAILS_PER_HOUR: '100' }));
    const stores = [1, 2, 3].map(() => createPostgresStore(config, 60_000));
    const claims = stores.flatMap((store) => Array.from({ length: 60 }, () => store.claimMail()));
    const mails = (await Promise.all(claims)).filter(({ length }) => length > 0);
    // Then one digest, and no second one in the same minute.
    const sizes = mails.map(({ length }) => length).sort((one, other) => one - other);
    expect(sizes).toEqual([...Array<number>(100).fill(1), 100]);
    expect(new Set(mails.flat().map(({ id }) => id)).size).toBe(200);
  });
});
