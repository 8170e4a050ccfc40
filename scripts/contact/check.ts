/** `npm run contact -- check` checks each part behind the site and says how to fix it (docs/contact.md). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { pathToFileURL } from 'node:url';

import { Client } from 'pg';

import type { Query } from '../../local/database.ts';
import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '@site/supabase/contact-form';
import {
  ConfigError,
  readConfig,
  type ContactConfig,
} from '@site/supabase/send-contact-email/config';
import { errorCode } from '@site/supabase/send-contact-email/log';
import { createSmtpOpener } from '@site/supabase/send-contact-email/smtp';

interface Finding {
  part: string;
  /** The problem and its remedy. */
  problem?: string | undefined;
}

const DEADLINE_MS = 15_000;
const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
const PUSH = 'run supabase db push --remote';
const PORT_465 = 'hosted Supabase blocks ports 25 and 587: use 465';

function codeOf(error: unknown): string {
  return errorCode(error instanceof Error ? (error.cause ?? error) : error);
}

/** A failed connection to the database, and its remedy. */
function describeDatabase(error: unknown): string {
  const remedies: Record<string, string> = {
    ETLS: 'the certificate in CONTACT_DB_CA is broken, or another host’s: download it again, then npm run contact:env -- --db-ca <file>',
    '28P01': 'the password in SUPABASE_DB_URL is wrong, or not percent-encoded',
  };
  const code = codeOf(error);
  return `${code}: ${remedies[code] ?? 'SUPABASE_DB_URL leads to no database that answers from here: use the session pooler’s URL (Connect, in the dashboard)'}`;
}

/** What the mail server refuses, and its remedy. */
function describeMail(code: string, command = ''): string {
  const remedies: Record<string, string> = {
    ENOTFOUND: 'SMTP_HOST is not the name of a server',
    EAI_AGAIN: 'SMTP_HOST is not the name of a server, or this machine is offline',
    ECONNREFUSED: 'SMTP_HOST is up, but has no mail server at SMTP_PORT: use 465',
    ETLS: 'the certificate is not trusted or not for SMTP_HOST, its TLS is older than 1.2, or SMTP_PORT, unlike 465, does not begin with TLS',
    'MAIL FROM':
      'the account may not send as CONTACT_FROM_EMAIL: verify that address, or its domain, at the mail service',
    'RCPT TO':
      'it takes no mail for CONTACT_TO_EMAIL: is the address right, and the mailbox not full?',
    525: 'the service takes logins from known IP addresses only, and those of the function change: switch that off',
    4: 'the server has no time now, or limits logins: try again in some minutes',
    5: 'SMTP_USER or SMTP_PASSWORD is wrong, or the account needs a password for apps',
  };
  const reply = /^[45](?=\d\d$)/.exec(code)?.[0] ?? '';
  const remedy = remedies[command] ?? remedies[code] ?? remedies[reply];
  return `${code}: ${remedy ?? `no answer from a mail server. ${PORT_465}`}`;
}

/** Checks the parts in the order of their dependencies. */
export async function* checkSetup(
  environment: NodeJS.ProcessEnv,
): AsyncGenerator<Finding, void, void> {
  let config: ContactConfig;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) yield { part: 'settings', problem };
    return;
  }
  const [ignored] = config.ignoredOrigins;
  const patterns = 'takes origins such as https://example.com, and the patterns in docs/contact.md';
  yield {
    part: 'settings',
    problem: ignored && `${ignored} is left out: SITE_ORIGINS ${patterns}`,
  };

  const supabaseUrl = environment['PUBLIC_SUPABASE_URL']?.replace(/\/$/, '') ?? '';
  const functionUrl = `${supabaseUrl}${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;
  const seen = yield* checkDatabase(config, functionUrl);
  const functionsLogin = `for the function, the last login ${seen === null ? 'succeeded' : `failed with ${describeMail(seen)}`}`;
  const problem =
    (await checkMail(config, supabaseUrl)) ?? (seen === null ? undefined : 'from here it works');
  yield {
    part: `mail account at ${config.smtp.host}`,
    problem: problem && `${problem}; ${functionsLogin}`,
  };
  if (supabaseUrl === '') {
    yield { part: 'function', problem: 'PUBLIC_SUPABASE_URL is missing in .env' };
    return;
  }
  yield {
    part: `function at ${functionUrl}`,
    problem: await checkFunction(functionUrl, config.fingerprint),
  };
}

/** Returns the code of the function's own last failure to log in to the mail account; null if there is none. */
async function* checkDatabase(
  { database, secret }: ContactConfig,
  functionUrl: string,
): AsyncGenerator<Finding, string | null, void> {
  const { host } = new URL(database.connectionString);
  const part = `database at ${host}, ${database.ssl === false ? 'in clear text' : 'encrypted'}`;
  const client = new Client({ ...database, connectionTimeoutMillis: DEADLINE_MS });
  const query: Query = async <Row>(sql: string, values?: unknown[]) =>
    (await client.query<Row & object>(sql, values)).rows;
  try {
    await client.connect();
  } catch (error) {
    yield { part, problem: describeDatabase(error) };
    return null;
  }
  yield { part };
  try {
    const [state] = await query<{ ran_at: Date | null; login_error: string | null }>(
      'select ran_at, login_error from contact_private.state',
    );
    const applied = await query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const missing = readdirSync(MIGRATIONS).find(
      (file) => !applied.some(({ version }) => file.startsWith(version)),
    );
    yield { part: 'migration', problem: missing && `${missing} is missing: ${PUSH}` };
    const schedule = `schedule, last run: ${state?.ran_at?.toISOString() ?? 'never'}`;
    yield { part: schedule, problem: await checkSchedule(query, secret, functionUrl) };
    return state?.login_error ?? null;
  } catch (error) {
    yield { part: 'migration', problem: `${codeOf(error)}: ${PUSH}` };
    return null;
  } finally {
    await client.end();
  }
}

async function checkSchedule(query: Query, secret: string, functionUrl: string) {
  const [extensions] = await query(
    `select from pg_extension where extname in ('pg_cron', 'pg_net') having count(*) = 2`,
  );
  if (extensions === undefined) {
    return 'pg_cron or pg_net is not installed: repeat step 6 of docs/contact.md';
  }
  const [job] = await query(`select from cron.job where jobname = 'contact-mail' and active`);
  if (job === undefined)
    return 'pg_cron has no active job contact-mail: repeat step 6 of docs/contact.md';
  const [wrong] = await query<{ name: string }>(
    `select name from (values ('contact_function_url', $1), ('contact_secret', $2)) given (name, value)
     where value not in (select rtrim(decrypted_secret, '/') from vault.decrypted_secrets s where s.name = given.name)`,
    [functionUrl, secret],
  );
  const remedy = 'is missing or another than here: repeat step 6 of docs/contact.md';
  return wrong && `Vault's ${wrong.name} ${remedy}`;
}

async function checkMail(
  { smtp, fromEmail, toEmail }: ContactConfig,
  supabaseUrl: string,
): Promise<string | undefined> {
  // From here, the ports may be open.
  const isHosted = URL.parse(supabaseUrl)?.hostname.endsWith('.supabase.co') ?? false;
  if (isHosted && [25, 587].includes(smtp.port)) return PORT_465;
  try {
    const session = await createSmtpOpener(smtp)();
    await session.tryEnvelope({ from: fromEmail, to: [toEmail] });
    return undefined;
  } catch (error) {
    return describeMail(codeOf(error), (error as { command?: string }).command);
  }
}

async function checkFunction(url: string, fingerprint: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    const text = await response.text();
    if (response.status === 404) return 'it is not deployed: supabase functions deploy';
    if (!/^\{"status":"(?:pass|fail)"/.test(text)) {
      return `it answers ${response.status}. Its log says why: supabase logs --remote --service functions`;
    }
    if (!text.includes(`"settings":"${fingerprint}"`)) {
      return 'its settings are not those of .env.contact: supabase secrets set --env-file .env.contact --yes, then supabase functions deploy';
    }
    return response.ok ? undefined : `its health is ${text}: see docs/contact.md`;
  } catch (error) {
    return `it does not answer (${codeOf(error)}): is the URL right, and its project not paused?`;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const file of ['.env.contact', '.env']) if (existsSync(file)) loadEnvFile(file);
  for await (const { part, problem } of checkSetup(process.env)) {
    console.log(problem === undefined ? `ok       ${part}` : `PROBLEM  ${part}: ${problem}`);
    if (problem !== undefined) process.exitCode = 1;
  }
}
