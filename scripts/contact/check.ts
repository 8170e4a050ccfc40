/** `npm run contact -- check` checks each part of the set-up and says how to fix it (docs/contact.md). */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { pathToFileURL } from 'node:url';

import { Client } from 'pg';

import type { Query } from '../../local/database.ts';
import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '../../supabase/functions/_shared/contact-form.ts';
import { asciiAddress } from '../../supabase/functions/_shared/mail-address.ts';
import {
  ConfigError,
  readConfig,
  type ContactConfig,
} from '../../supabase/functions/send-contact-email/config.ts';
import { errorCode } from '../../supabase/functions/send-contact-email/log.ts';
import { createSmtpOpener } from '../../supabase/functions/send-contact-email/smtp.ts';

interface Finding {
  part: string;
  /** The problem and its remedy. */
  problem?: string | undefined;
}

type Environment = Record<string, string | undefined>;

const DEADLINE_MS = 15_000;
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
function describeMail(error: unknown): string {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  const remedies: Record<string, string> = {
    ENOTFOUND: 'SMTP_HOST is not the name of a server',
    EAI_AGAIN: 'SMTP_HOST is not the name of a server, or this machine is offline',
    ECONNREFUSED: 'SMTP_HOST is up, but has no mail server at SMTP_PORT: use 465',
    ETLS: 'the certificate is not trusted or not for SMTP_HOST, or SMTP_PORT does not begin with TLS: use 465',
    'MAIL FROM':
      'the account may not send as CONTACT_FROM_EMAIL: verify that address, or its domain, at the mail service',
    'RCPT TO':
      'it takes no mail for CONTACT_TO_EMAIL: is the address right, and the mailbox not full?',
  };
  const code = codeOf(error);
  const remedy =
    remedies[command ?? ''] ??
    (responseCode >= 500
      ? 'SMTP_USER or SMTP_PASSWORD is wrong, or the account needs a password for apps'
      : undefined) ??
    (responseCode >= 400
      ? 'the server has no time now, or limits logins: try again in some minutes'
      : undefined) ??
    remedies[code] ??
    `no answer from a mail server. ${PORT_465}`;
  return `${code}: ${remedy}`;
}

/** Checks the parts in the order of their dependencies. */
export async function* checkSetup(environment: Environment): AsyncGenerator<Finding, void, void> {
  let config: ContactConfig;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) yield { part: 'settings', problem };
    return;
  }
  yield { part: 'settings' };
  for (const origin of config.ignoredOrigins) {
    yield {
      part: `origin ${origin}`,
      problem:
        'it is left out: SITE_ORIGINS takes origins such as https://example.com, and the patterns in docs/contact.md',
    };
  }

  const supabaseUrl = environment['PUBLIC_SUPABASE_URL']?.replace(/\/$/, '') ?? '';
  const functionUrl = `${supabaseUrl}${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;
  yield* checkDatabase(config, functionUrl);
  yield {
    part: `mail account at ${config.smtp.host}`,
    problem: await checkMail(config, supabaseUrl),
  };
  if (supabaseUrl === '') {
    yield { part: 'function', problem: 'PUBLIC_SUPABASE_URL is missing in .env' };
    return;
  }
  yield { part: `function at ${functionUrl}`, problem: await checkFunction(functionUrl) };
  for (const origin of config.allowedOrigins.filter((one) => !one.includes('*'))) {
    yield { part: `origin ${origin}`, problem: await checkOrigin(functionUrl, origin) };
  }
  yield { part: `site at ${config.siteUrl}`, problem: await checkSite(config, functionUrl) };
}

async function* checkDatabase(
  { database, secret }: ContactConfig,
  functionUrl: string,
): AsyncGenerator<Finding, void, void> {
  const { host } = new URL(database.connectionString);
  const part = `database at ${host}, ${database.ssl === false ? 'in clear text' : 'encrypted'}`;
  const client = new Client({ ...database, connectionTimeoutMillis: DEADLINE_MS });
  const query: Query = async <Row>(text: string) => (await client.query<Row & object>(text)).rows;
  try {
    await client.connect();
  } catch (error) {
    yield { part, problem: describeDatabase(error) };
    return;
  }
  yield { part };
  try {
    const [state] = await query<{ ran_at: Date | null }>(
      'select ran_at from contact_private.state',
    );
    yield { part: 'migration' };
    const lastRun = `last run: ${state?.ran_at?.toISOString() ?? 'never'}`;
    yield {
      part: `schedule, ${lastRun}`,
      problem: await checkSchedule(query, secret, functionUrl),
    };
  } catch (error) {
    yield { part: 'migration', problem: `${codeOf(error)}: run supabase db push --remote` };
  } finally {
    await client.end();
  }
}

async function checkSchedule(
  query: Query,
  secret: string,
  functionUrl: string,
): Promise<string | undefined> {
  const [extensions] = await query(
    `select from pg_extension where extname in ('pg_cron', 'pg_net') having count(*) = 2`,
  );
  if (extensions === undefined) {
    return 'pg_cron or pg_net is not installed: enable both in the dashboard, then see "Schedule" in docs/contact.md';
  }
  const [job] = await query(`select from cron.job where jobname = 'contact-mail' and active`);
  if (job === undefined) return 'pg_cron has no active job contact-mail: see docs/contact.md';
  const entries = await query<{ name: string; value: string }>(
    'select name, decrypted_secret as value from vault.decrypted_secrets',
  );
  const vault = new Map(entries.map(({ name, value }) => [name, value]));
  const [wrong] = Object.entries({
    contact_function_url: functionUrl,
    contact_secret: secret,
  }).find(([name, value]) => vault.get(name)?.replace(/\/+$/, '') !== value) ?? [undefined];
  return (
    wrong && `Vault's ${wrong} is missing or another than here: repeat step 6 of docs/contact.md`
  );
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
    return describeMail(error);
  }
}

async function checkFunction(url: string): Promise<string | undefined> {
  const response = await read(url);
  if (typeof response === 'string') return response;
  if (response.status === 404) return 'it is not deployed: supabase functions deploy';
  const health = /^\{"status":"(?:pass|fail)"/.exec(response.text) ? response.text : undefined;
  if (health === undefined) {
    return `it answers ${response.status}. Its log says why: supabase logs --remote --service functions`;
  }
  return response.status === 200 ? undefined : `its health is ${health}: see docs/contact.md`;
}

async function checkOrigin(url: string, origin: string): Promise<string | undefined> {
  const response = await read(url, { method: 'OPTIONS', headers: { origin } });
  if (typeof response === 'string') return response;
  return response.headers.get('access-control-allow-origin') === origin
    ? undefined
    : 'the function rejects it: supabase secrets set --env-file .env.contact --yes';
}

async function checkSite(
  { siteUrl, toEmail, fromEmail }: ContactConfig,
  functionUrl: string,
): Promise<string | undefined> {
  const response = await read(siteUrl);
  if (typeof response === 'string') return response;
  if (response.status !== 200) return `it answers ${response.status}`;
  if (!response.text.includes(`action="${functionUrl}"`)) {
    return `its form does not post to ${functionUrl}: build it with PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY`;
  }
  const named = [...response.text.matchAll(/"([^"\s]+@[^"\s]+)"/g)].map(([, one = '']) =>
    asciiAddress(one),
  );
  const missing = [toEmail, fromEmail].find((address) => !named.includes(address));
  return missing && `it does not name ${missing}: npm run contact:env, or build the site again`;
}

async function read(url: string, request: RequestInit = {}) {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(DEADLINE_MS) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    return `it does not answer (${codeOf(error)}): is the URL right, and its project or site not paused?`;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.slice(2).join() === 'check') {
    for (const file of ['.env.contact', '.env']) if (existsSync(file)) loadEnvFile(file);
    for await (const { part, problem } of checkSetup(process.env)) {
      console.log(problem === undefined ? `ok       ${part}` : `PROBLEM  ${part}: ${problem}`);
      if (problem !== undefined) process.exitCode = 1;
    }
  } else {
    console.log('npm run contact -- check   checks each part of the set-up and says how to fix it');
    process.exitCode = 1;
  }
}
