/** `npm run contact -- check` checks the set-up part by part and says how to fix each problem. */
import { Client } from 'pg';

import type { Query } from '../../local/database.ts';
import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '../../supabase/functions/_shared/contact-form.ts';
import {
  ConfigError,
  readConfig,
  readDatabaseSettings,
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

const WEB_DEADLINE_MS = 15_000;
const MAX_JOB_AGE_MS = 150_000;
const NEW_SECRETS = 'supabase secrets set --env-file .env.contact';

const DATABASE_REMEDIES: Record<string, string> = {
  ETLS: 'the certificate is not from CONTACT_DB_CA, or for another host name. Download CONTACT_DB_CA again, then npm run contact:env -- --db-ca <file>',
  '28P01': 'the password in SUPABASE_DB_URL is wrong, or not percent-encoded',
  '28000': 'the database requires TLS: add CONTACT_DB_CA',
  ENOTFOUND:
    'the host in SUPABASE_DB_URL does not exist. Use the session pooler’s URL (Connect, in the dashboard)',
  ENETUNREACH:
    'the host has no IPv4 address. Use the session pooler’s URL (Connect, in the dashboard)',
};

const MAIL_REMEDIES: Record<string, string> = {
  '535': 'SMTP_USER or SMTP_PASSWORD is wrong',
  ETLS: 'the certificate of SMTP_HOST is not trusted, or for another host name. SMTP_TLS_CA adds a private authority',
  DEADLINE: 'no answer. Hosted Supabase blocks ports 25 and 587: use 465',
  ETIMEDOUT: 'no answer. Hosted Supabase blocks ports 25 and 587: use 465',
};

/** Checks the parts in the order of their dependencies; stops when later parts cannot be checked. */
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

  const supabaseUrl = environment['PUBLIC_SUPABASE_URL']?.replace(/\/$/, '') ?? '';
  const functionUrl =
    supabaseUrl === '' ? undefined : `${supabaseUrl}${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;
  yield* checkDatabase(environment, config, functionUrl);
  yield { part: `mail account at ${config.smtp.host}`, problem: await checkMail(config) };
  if (functionUrl === undefined) {
    const problem = 'PUBLIC_SUPABASE_URL is missing in .env: function and site cannot be checked';
    yield { part: 'function', problem };
    return;
  }
  yield { part: `function at ${functionUrl}`, problem: await checkFunction(config, functionUrl) };
  yield { part: `site at ${config.siteUrl}`, problem: await checkSite(config, functionUrl) };
}

async function* checkDatabase(
  environment: Environment,
  config: ContactConfig,
  functionUrl: string | undefined,
): AsyncGenerator<Finding, void, void> {
  const settings = readDatabaseSettings(environment);
  const { host } = new URL(settings.connectionString);
  const part = `database at ${host}, ${settings.ssl === false ? 'in clear text' : 'encrypted'}`;
  const client = new Client({ ...settings, connectionTimeoutMillis: WEB_DEADLINE_MS });
  const query: Query = async <Row>(text: string, parameters: unknown[] = []) =>
    (await client.query<Row & object>(text, parameters)).rows;
  try {
    try {
      await client.connect();
      yield { part };
    } catch (error) {
      yield { part, problem: describe(error, DATABASE_REMEDIES) };
      return;
    }
    let status: { job_ran_at: Date | null; problems: string | null } | undefined;
    try {
      [status] = await query('select job_ran_at, problems from contact_private.status');
      yield { part: 'migrations' };
    } catch (error) {
      yield { part: 'migrations', problem: `${String(error)}: run supabase db push` };
      return;
    }
    yield { part: 'schedule', problem: await checkSchedule(query, config, functionUrl) };
    const ranAt = status?.job_ran_at ?? undefined;
    const isLate = ranAt === undefined || Date.now() - ranAt.getTime() > MAX_JOB_AGE_MS;
    const lastRun =
      ranAt === undefined ? 'it has never run' : `it last ran at ${ranAt.toISOString()}`;
    yield { part: 'job of every minute', problem: isLate ? lastRun : undefined };
    yield { part: 'messages', problem: status?.problems ?? undefined };
  } finally {
    await client.end();
  }
}

async function checkSchedule(
  query: Query,
  config: ContactConfig,
  functionUrl: string | undefined,
): Promise<string | undefined> {
  const [row] = await query<{ fault: string | null }>(
    'select contact_private.schedule_fault() as fault',
  );
  if (typeof row?.fault === 'string') {
    return `${row.fault}. See "Deploying" in docs/contact.md; or call the job every minute by other means`;
  }
  const entries = await query<{ name: string; value: string }>(
    'select name, decrypted_secret as value from vault.decrypted_secrets',
  );
  const vault = new Map(entries.map(({ name, value }) => [name, value]));
  const url = vault.get('contact_function_url')?.replace(/\/+$/, '');
  if (functionUrl !== undefined && url !== functionUrl) {
    return `Vault's contact_function_url is not ${functionUrl}`;
  }
  if (vault.get('contact_job_secret') !== config.jobSecret) {
    return "Vault's contact_job_secret is not CONTACT_JOB_SECRET: every call is answered with 401";
  }
  if (!vault.has('contact_alert_webhook')) {
    return 'Vault has no contact_alert_webhook: nobody is alerted when the function does not run';
  }
  return undefined;
}

async function checkMail({ smtp }: ContactConfig): Promise<string | undefined> {
  try {
    const openSession = createSmtpOpener(smtp);
    (await openSession()).close();
    return undefined;
  } catch (error) {
    return describe(error, MAIL_REMEDIES);
  }
}

/** Posts an invalid form without script: the function's failure page reveals its addresses. */
async function checkFunction(config: ContactConfig, url: string): Promise<string | undefined> {
  const { toEmail, fromEmail } = config;
  const body = new URLSearchParams({
    name: 'check',
    phone: '',
    message: 'check',
    toEmail,
    fromEmail,
  });
  const origin = new URL(config.siteUrl).origin;
  const response = await read(url, { method: 'POST', body, headers: { origin } });
  if (typeof response === 'string') return response;
  if (response.status === 404)
    return 'it is not deployed: supabase functions deploy send-contact-email';
  if (response.status === 403) return `it rejects the site’s origin, ${origin}: ${NEW_SECRETS}`;
  if (response.status !== 422) {
    return `it answers ${response.status}. Its log says why (supabase functions logs, or the dashboard)`;
  }
  return compareAddresses(response.html, config, NEW_SECRETS);
}

async function checkSite(config: ContactConfig, functionUrl: string): Promise<string | undefined> {
  const response = await read(config.siteUrl, {});
  if (typeof response === 'string') return response;
  if (response.status !== 200) return `it answers ${response.status}`;
  if (!response.html.includes(`action="${functionUrl}"`)) {
    return `its form does not post to ${functionUrl}: build it with PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY`;
  }
  return compareAddresses(response.html, config, 'npm run contact:env, or build the site again');
}

async function read(
  url: string,
  request: RequestInit,
): Promise<{ status: number; html: string } | string> {
  try {
    const signal = AbortSignal.timeout(WEB_DEADLINE_MS);
    const response = await fetch(url, { ...request, signal });
    return { status: response.status, html: await response.text() };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return `it does not answer (${errorCode(cause)})`;
  }
}

function compareAddresses(html: string, config: ContactConfig, remedy: string): string | undefined {
  for (const name of ['toEmail', 'fromEmail'] as const) {
    const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? 'missing';
    if (value !== config[name]) {
      return `its ${name} is ${value}, but .env.contact has ${config[name]}: ${remedy}`;
    }
  }
  return undefined;
}

function describe(error: unknown, remedies: Record<string, string>): string {
  const code = errorCode(error);
  const remedy = remedies[code];
  return remedy === undefined ? code : `${code}: ${remedy}`;
}
