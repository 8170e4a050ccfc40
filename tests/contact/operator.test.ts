// An operator at the terminal: deploying, setting up and checking.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { setDefaultCACertificates } from 'node:tls';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { denoBinary } from '../../local/function-process.ts';
import { listen } from '../../local/listen.ts';
import { checkSetup } from '../../scripts/contact/check.ts';
import { updateEnvFile } from '../../scripts/contact/env.ts';
import { readConfig } from '@site/supabase/send-contact-email/config';
import { CERTIFICATE } from '../support/certificate.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import { useStack } from './support/stack.ts';
import { BASE_ENVIRONMENT, jobRequest } from '../support/submissions.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

test('an operator deploys code that passes the strictest type check of Deno', async () => {
  const args = ['check', '--config', 'deno.json', 'supabase/functions/send-contact-email/index.ts'];
  await expect(run(denoBinary(), args, { cwd: ROOT })).resolves.toBeDefined();
});

test('an operator deploys the versions that the tests have run with: deno.json takes what npm installed', () => {
  const { imports } = JSON.parse(
    readFileSync(join(ROOT, 'supabase/functions/send-contact-email/deno.json'), 'utf8'),
  ) as { imports: Record<string, string> };
  const installed = Object.entries(imports).map(([name, specifier]) => {
    const [, scheme = '', path = ''] = /^(npm:[^@]+@)\d+(.*)$/.exec(specifier) ?? [];
    const manifest = findPackageJSON(name, import.meta.url) ?? '';
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return [name, `${scheme}${version.split('.')[0]}${path}`];
  });
  // A line that differs is the line to change in deno.json.
  expect(imports).toEqual(Object.fromEntries(installed));
});

test('an operator who runs contact:env and fills in the mail account has valid settings, today and later', () => {
  const { ca } = CERTIFICATE;
  const siteUrl = 'https://www.padaria.example/site';
  const company = { ...COMPANY, name: 'Padaria D’Ávila & Filhos $1 "Tech"' };
  const smtp =
    '# of the mail host\nSMTP_HOST=smtp.a.example\nSMTP_USER=site\nSMTP_PASSWORD="se#cret"\n';
  const text = updateEnvFile(smtp, company, siteUrl, ca);
  const config = readConfig({ ...parseEnv(text), SUPABASE_DB_URL: 'postgresql://a@b.example/c' });
  expect(config).toMatchObject({
    database: { ssl: { ca: ca.trim() } },
    siteUrl,
    toEmail: company.toEmail,
    fromEmail: company.fromEmail,
    companyName: company.name,
    smtp: { host: 'smtp.a.example', auth: { user: 'site', pass: 'se#cret' } },
  });
  // A second run keeps everything except the company's changes, and a certificate pasted over many lines.
  expect(updateEnvFile(text, company, siteUrl)).toBe(text);
  const pasted = text.replaceAll('\\n', '\n');
  expect(updateEnvFile(pasted, company, siteUrl)).toBe(pasted);
  expect(updateEnvFile(pasted, company, siteUrl, ca)).toBe(text);
  const moved = updateEnvFile(text, { ...company, toEmail: 'oi@padaria.example' }, siteUrl);
  expect(moved).toBe(text.replace(company.toEmail, 'oi@padaria.example'));
  // Each new file has a secret of its own.
  expect(updateEnvFile(smtp, company, siteUrl)).not.toBe(text);
});

test.each([
  [{ SITE_BASE: 'site' }, 'SITE_BASE precisa ser um caminho como /site'],
  [{ SITE_URL: 'https://' }, 'SITE_URL precisa ser o endereço do site'],
  [{ SITE_URL: '' }, 'SITE_URL is missing'],
  [{}, "no such file or directory, open 'gone.crt'"],
])('with %o, contact:env names what is wrong: %s', async (change, problem) => {
  const args = [join(ROOT, 'scripts/contact/env.ts'), '--db-ca', 'gone.crt'];
  const env = { ...process.env, SITE_URL: 'https://a.example', SITE_BASE: '', ...change };
  // Where there is no content, nothing is written.
  await expect(run(process.execPath, args, { cwd: tmpdir(), env })).rejects.toThrow(problem);
});

const stack = await useStack();
setDefaultCACertificates([stack.smtp.ca]);
const { url } = await stack.startFunction();

/** Problems by part, for a changed environment of .env and .env.contact. */
async function problems(change: Record<string, string> = {}) {
  const found: Record<string, string> = {};
  const environment = {
    ...BASE_ENVIRONMENT,
    PUBLIC_SUPABASE_URL: url,
    SUPABASE_DB_URL: stack.database.url,
    SMTP_PORT: String(stack.smtp.port),
    ...change,
  };
  for await (const { part, problem } of checkSetup(environment)) {
    parts.push(part);
    if (problem !== undefined) found[part.split(/,? (?:at|last)/)[0] ?? ''] = problem;
  }
  return found;
}
const parts: string[] = [];

/** Of a server that hangs up without a greeting. */
const silent = createServer((socket) => socket.end());
const silentPort = String(await listen(silent));
afterAll(() => {
  silent.close();
});

/** Passes for a certificate. */
const PEM = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----';

/** PGlite has none of the hosted extensions. */
const schedule = expect.stringContaining('pg_cron or pg_net is not installed') as string;

test('an operator with a sound set-up sees one problem, that this database has no extensions, and a date that shows', async () => {
  expect((await fetch(jobRequest(url))).status).toBe(200);
  expect(await problems()).toEqual({ schedule });
  expect(parts).toContainEqual(expect.stringMatching(/^schedule, last run: 20\d\d-\d\d-\d\dT/));
});

test('an operator is told what is wrong with each part, and what to do', async () => {
  await stack.query(`delete from supabase_migrations.schema_migrations where version = '20261126010000';
    update contact_private.state set login_error = '525'`);
  onTestFinished(async () => {
    await stack.query(
      `insert into supabase_migrations.schema_migrations values ('20261126010000')`,
    );
  });
  const said = (text: string) => expect.stringContaining(text) as string;
  expect(await problems()).toEqual({
    migration: said('20261126010000_contact_limits.sql is missing: run supabase db push'),
    schedule,
    // From here, the address may be known.
    'mail account': said('for the function, the last login failed with 525: the service takes'),
    function: said('"output":"schedule, mail"'),
  });
  expect(await problems({ SMTP_PASSWORD: 'wrong' })).toMatchObject({
    'mail account': said('535: SMTP_USER or SMTP_PASSWORD is wrong'),
    // Set in the file, and nowhere else.
    function: said('its settings are not those of .env.contact: supabase secrets set'),
  });
});

test.each([
  [{ SUPABASE_DB_URL: 'postgresql://a@db.example/c' }, 'settings', 'CONTACT_DB_CA is missing'],
  [{ SUPABASE_DB_URL: 'postgresql://a@127.0.0.1:1/c' }, 'database', /^ECONNREFUSED: .*pooler/],
  [{ SUPABASE_DB_URL: 'postgresql://a@db.invalid/c', CONTACT_DB_CA: PEM }, 'database', 'pooler'],
  [{ SITE_ORIGINS: 'https://*.vercel.app' }, 'settings', 'https://*.vercel.app is left out'],
  [{ SMTP_HOST: 'smtp.invalid' }, 'mail account', /^(ENOTFOUND|EAI_AGAIN): SMTP_HOST is not/],
  [{ SMTP_PORT: '1' }, 'mail account', /^ECONNREFUSED: .* no mail server at SMTP_PORT/],
  [{ SMTP_PORT: silentPort }, 'mail account', 'no answer from a mail server'],
  [{ PUBLIC_SUPABASE_URL: '' }, 'function', 'PUBLIC_SUPABASE_URL is missing in .env'],
  [{ PUBLIC_SUPABASE_URL: 'http://127.0.0.1:1' }, 'function', 'does not answer'],
  // Microsoft 365 offers only 587. From here, the port may answer.
  [{ PUBLIC_SUPABASE_URL: 'https://a.supabase.co', SMTP_PORT: '587' }, 'mail account', 'use 465'],
])('with %o an operator is told what is wrong with %s', async (change, part, problem) => {
  expect((await problems(change))[part]).toMatch(problem);
});

test.each([
  ['refuse-connection', /^421: .* try again/],
  ['refuse-login-for-now', /^454: .* try again/],
  ['refuse-login', /^535: SMTP_USER or SMTP_PASSWORD is wrong/],
  ['refuse-sender', /^550: the account may not send as CONTACT_FROM_EMAIL/],
  ['refuse-for-good', /^550: it takes no mail for CONTACT_TO_EMAIL/],
] as const)(
  'when the mail server is to %s, an operator reads what to do, and nothing is mailed',
  async (behavior, problem) => {
    stack.smtp.behavior = behavior;
    expect((await problems())['mail account']).toMatch(problem);
    expect(stack.smtp.keptMails).toEqual([]);
  },
);
