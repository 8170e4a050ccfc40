// Behaviour that needs a real PostgreSQL with pg_cron, and PgBouncer. `npm run test:postgres` runs it.
import { execSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { applyMigrations, type Database } from '../../local/database.ts';
import { spawnDeno } from '../../local/function-process.ts';
import { freePort } from '../../local/listen.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createPostgresStore } from '../../supabase/functions/send-contact-email/store.ts';
import { IMPOSTOR_CA } from '../support/certificate.ts';
import { startPostgres } from '../support/postgres.ts';
import { WAIT } from '../contact/support/mailbox.ts';
import { DENOS, EMPTY, insertMessages, SUPABASE_ROLES } from '../contact/support/stack.ts';
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
  database = await startPostgres({ cron: true });
  await database.query(SUPABASE_ROLES);
  await applyMigrations(database.query);
});
afterAll(() => database.stop());

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

test('a hanging database costs one timeout per connection, and the next visitor is answered on another', async () => {
  const store = createPostgresStore(readConfig(environment()), 2000);
  await store.health();
  const backends = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'send-contact-email'`,
  );
  for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
  try {
    await expect(store.health()).rejects.toMatchObject({ code: 'DEADLINE' });
    await store.health();
  } finally {
    for (const { pid } of backends) process.kill(pid, 'SIGCONT');
  }
});

/** Starts PgBouncer in transaction mode, like Supabase's pooler on port 6543. Returns the settings for it. */
async function startPooler(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'contact-pooler-'));
  const port = await freePort(0);
  const { port: databasePort } = new URL(database.url);
  const files = {
    'users.txt': '"postgres" ""\n',
    'pooler.ini': `[databases]
postgres = user=postgres host=localhost port=${databasePort} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
server_tls_sslmode = require
`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  if (asUser.length > 0) execSync(`chown -R postgres ${folder}`);
  const child = spawn('/usr/sbin/pgbouncer', [...asUser, join(folder, 'pooler.ini')], {
    stdio: 'ignore',
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  return {
    CONTACT_DB_URL: `postgresql://postgres:x@localhost:${port}/postgres`,
    CONTACT_DB_CA: '',
  };
}

test('several instances behind a transaction pooler claim each message once, and no more single mails than the limit', async () => {
  await database.query(`${EMPTY} ${insertMessages(300)}`);
  const pooler = await startPooler();
  const config = readConfig(environment({ ...pooler, CONTACT_MAILS_PER_HOUR: '100' }));
  const stores = [1, 2, 3].map(() => createPostgresStore(config, 60_000));
  await vi.waitFor(() => stores[0]?.health(), WAIT);
  const claims = stores.flatMap((store) => Array.from({ length: 60 }, () => store.claimMail()));
  const mails = (await Promise.all(claims)).filter(({ length }) => length > 0);
  // Half of them; then one digest, and no second one in its interval.
  const sizes = mails.map(({ length }) => length).sort((one, other) => one - other);
  expect(sizes).toEqual([...Array<number>(50).fill(1), 100]);
  expect(new Set(mails.flat().map(({ id }) => id)).size).toBe(150);
});
