// What only a real PostgreSQL shows: processes at the same time, locks, pg_cron. SUPABASE_CLI, such as
// "npx --yes supabase@3.1.0", has the migrations pushed as an operator does it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  applyMigrations,
  hasPostgres,
  startPostgres,
  type Database,
} from '../../local/database.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createPostgresStore } from '../../supabase/functions/send-contact-email/store.ts';
import { eventually } from './support/eventually.ts';
import { SUPABASE_ROLES } from './support/stack.ts';
import { BASE_ENVIRONMENT } from './support/submissions.ts';

vi.setConfig({ testTimeout: 120_000 });

const CLI = process.env['SUPABASE_CLI'] ?? '';

function hasCron(): boolean {
  const { status, stdout } = spawnSync('pg_config', ['--pkglibdir'], { encoding: 'utf8' });
  return status === 0 && existsSync(join(stdout.trim(), 'pg_cron.so'));
}

describe.skipIf(!hasPostgres())('a real PostgreSQL', () => {
  let database: Database;
  const query: Database['query'] = (sql, parameters) => database.query(sql, parameters);

  beforeAll(async () => {
    database = await startPostgres(
      hasCron() ? ['shared_preload_libraries=pg_cron', 'cron.use_background_workers=on'] : [],
    );
    await query(SUPABASE_ROLES);
  }, 60_000);
  afterAll(() => database.stop());

  const push = () => {
    const [command = '', ...args] = CLI.split(' ');
    const pushArgs = ['db', 'push', '--yes', '--db-url', `${database.url}?sslmode=disable`];
    return spawnSync(command, [...args, ...pushArgs], { encoding: 'utf8' });
  };

  test('takes the migrations once, and a second time changes nothing', async () => {
    const versions = () => query('select from supabase_migrations.schema_migrations');
    if (CLI === '') await applyMigrations(query);
    else expect(push().status).toBe(0);
    expect(await versions()).toHaveLength(4);
    if (CLI === '') return;
    const again = push();
    expect(again.status).toBe(0);
    expect(again.stdout + again.stderr).toMatch(/up to date/);
  });

  test('lets no worker wait for a lock longer than a visitor would', async () => {
    const blocker = postgres(database.url, { max: 1 });
    await blocker.begin(async (sql) => {
      await sql`lock table public.contact_messages in access exclusive mode`;
      const waiting = query(`select contact_private.mark_sent('{1}')`);
      await expect(waiting).rejects.toThrow('lock timeout');
    });
    await blocker.end();
  });

  test('hands no more than the limit to three instances that mail at the same time, and each message once', async () => {
    await query(
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
       select encode(sha256(i::text::bytea), 'hex'), i, 'N', '49988887777', 'M'
       from generate_series(1, 300) i`,
    );
    const config = readConfig({
      ...BASE_ENVIRONMENT,
      SUPABASE_DB_URL: database.url,
      CONTACT_RATE_TOTAL_PER_HOUR: '100',
    });
    const claimed: string[] = [];
    await Promise.all(
      [1, 2, 3].map(async () => {
        const store = createPostgresStore(config, 60_000);
        const claim = async () => {
          const message = await store.claimNext();
          if (message !== undefined) claimed.push(message.id);
        };
        await Promise.all(Array.from({ length: 60 }, claim));
      }),
    );
    expect(claimed).toHaveLength(100);
    expect(new Set(claimed).size).toBe(100);
  });

  test.skipIf(!hasCron() || CLI === '')(
    'has pg_cron call the retry path within a minute and a bit',
    async () => {
      await query(`
        create extension pg_cron;
        create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text);
        insert into vault.decrypted_secrets values ('contact_function_url', 'https://f.example'),
          ('contact_retry_secret', 'secret');
        create schema net; create table net.calls (url text);
        create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
          headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
        language sql as $$ insert into net.calls values (url); select 1::bigint $$;
        select cron.schedule('contact-retry', '* * * * *', 'select contact_private.call_retry()');`);
      const calls = () => query('select from net.calls');
      await eventually('the job', async () => (await calls()).length > 0, 90_000);
      expect(await query('select distinct status from cron.job_run_details')).toEqual([
        { status: 'succeeded' },
      ]);
    },
  );
});
