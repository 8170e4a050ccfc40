// The commands of docs/contact.md on the Supabase CLI that npm serves today, with a mock of Supabase's API.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '../../local/database.ts';
import { listen } from '../../local/listen.ts';
import { updateEnvFile } from '../../scripts/contact/env.ts';
import { guideSql } from '../contact/support/stack.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import { startPostgres } from '../support/postgres.ts';

const ROOT = join(import.meta.dirname, '../..');
const REF = 'abcdefghijklmnopqrst';
const GUIDE = readFileSync(join(ROOT, 'docs/contact.md'), 'utf8');
/** Commands in the order of the steps, without those that open a browser or need no project. */
const COMMANDS = [...GUIDE.matchAll(/`(supabase [^`]+)`/g)]
  .map(([, command = '']) => command.replace('<ref>', REF))
  .filter((command) => command !== 'supabase login');

/** What an earlier migration has left. */
const BEFORE = `
  create table public.contact_messages (id bigint generated always as identity, name text, phone text,
    message text, is_suspect boolean default false, created_at timestamptz default now(), sent_at timestamptz);
  insert into public.contact_messages (name, phone, message) values ('Joana', '49 98888-7777', 'Olá');
  create schema contact_private; create table contact_private.state ();
  create function contact_private.keep_unsent() returns trigger language plpgsql as $$ begin raise 'kept'; end $$;
  create trigger keep before delete or truncate on public.contact_messages
    execute function contact_private.keep_unsent();
  create extension pg_cron; select cron.schedule('contact-job', '* * * * *', 'select 1');
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  insert into supabase_migrations.schema_migrations values ('20261125000100', null, 'contact')`;

const folder = mkdtempSync(join(tmpdir(), 'contact-cli-'));
const calls: { call: string; body: string }[] = [];

/** What the CLI reads of a project, and nothing else. */
const ANSWERS: [RegExp, unknown][] = [
  [/\/api-keys/, [{ name: 'anon', api_key: 'a', type: 'legacy', id: '1' }]],
  [/\/functions\/deploy/, { id: '1', slug: 'a', name: 'a', status: 'ACTIVE', version: 1 }],
  [/\/functions\/send-contact-email$/, {}],
  [/\/secrets$/, null],
  [/\/analytics/, { result: [] }],
  [
    /\/projects\/\w+$/,
    {
      id: REF,
      ref: REF,
      organization_id: 'o',
      organization_slug: 'o',
      name: 'site',
      region: 'sa-east-1',
      created_at: '2026-01-01T00:00:00Z',
      status: 'ACTIVE_HEALTHY',
      database: { host: 'db', version: '17', postgres_engine: '17', release_channel: 'ga' },
    },
  ],
];
const api = createServer((request, response) => {
  void text(request).then((body) => {
    const path = request.url ?? '';
    calls.push({ call: `${request.method} ${path}`, body });
    const answer = ANSWERS.find(([pattern]) => pattern.test(path.split('?')[0] ?? ''));
    const created = request.method === 'POST' ? 201 : 200;
    response.writeHead(answer ? created : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ? answer[1] : { message: 'unknown' }));
  });
});

let database: Database;
/** The path of the CLI's program. */
let cli: string;
beforeAll(async () => {
  const find = ['--yes', '--package=supabase@latest', '-c', 'command -v supabase'];
  cli = (await execute('npx', find)).stdout.trim();
  database = await startPostgres({ cron: true });
  cpSync(join(ROOT, 'supabase'), join(folder, 'supabase'), { recursive: true });
  const company = { ...COMPANY, name: 'Oficina "Tech"' };
  const smtp = `SMTP_PASSWORD='se#cret $1'\n`;
  const env = updateEnvFile(smtp, company, 'https://www.empresa.example', database.ca);
  writeFileSync(join(folder, '.env.contact'), env);
  const port = await listen(api);
  const profile = ['api_url', 'dashboard_url', 'docs_url'].map(
    (name) => `${name}: http://127.0.0.1:${port}\n`,
  );
  writeFileSync(
    join(folder, 'profile.yaml'),
    `name: mock\n${profile.join('')}project_host: 127.0.0.1\npooler_host: localhost\n`,
  );
});
afterAll(async () => {
  api.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});

const execute = promisify(execFile);

async function run(command: string): Promise<string> {
  // The database of the mock project is this one.
  const args = command
    .replace('--remote', (flag) =>
      command.includes('db push') ? `${flag}=${database.url}?sslmode=require` : flag,
    )
    .split(' ')
    .slice(1);
  const { stdout, stderr } = await execute(
    cli,
    [...args, '--profile', join(folder, 'profile.yaml'), '--yes'],
    {
      cwd: folder,
      env: { ...process.env, HOME: folder, SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` },
    },
  );
  return stdout + stderr;
}

test('an operator follows the steps: each command does on a remote project what the step says', async () => {
  const firstWords = COMMANDS.slice(0, 4).map((command) => command.split(' ')[1]);
  expect(firstWords).toEqual(['link', 'db', 'secrets', 'functions']);
  await database.query(BEFORE);
  await expect(run('supabase db push --remote')).rejects.toThrow(/not found in local migrations/);
  await database.query(guideSql('Before the push'));
  for (const command of COMMANDS) await expect(run(command), command).resolves.toBeDefined();
  await database.query(guideSql('After the push'));
  const moved = 'select name, sent_at is null as waits from contact_private.messages';
  expect(await database.query(moved)).toEqual([{ name: 'Joana', waits: true }]);
  const old = `select from pg_class where relname = 'contact_messages' or relnamespace::regnamespace::text = 'contact_before'`;
  expect(await database.query(old)).toEqual([]);

  const migrations = await database.query('select from supabase_migrations.schema_migrations');
  expect(migrations).toHaveLength(readdirSync('supabase/migrations').length);
  expect(await database.query('select from cron.job where active')).toHaveLength(1);
  const secrets: unknown = JSON.parse(
    calls.find(({ call }) => call.endsWith('/secrets'))?.body ?? '',
  );
  for (const [name, value] of [
    ['CONTACT_COMPANY_NAME', 'Oficina "Tech"'],
    ['CONTACT_DB_CA', database.ca.trim()],
    ['SMTP_PASSWORD', 'se#cret $1'],
  ])
    expect(secrets).toContainEqual({ name, value });
  // Deployed with every file, and without a check of tokens that visitors do not have.
  const deployed = calls.find(({ call }) => call.includes('/functions/deploy'))?.body ?? '';
  for (const file of ['index.ts', 'handler.ts', 'deno.json', '_shared/phone.ts']) {
    expect(deployed).toContain(file);
  }
  expect(deployed).toMatch(/"verify_jwt":\s*false/);
});
