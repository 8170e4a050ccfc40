/**
 * `npm run contact:env` writes the function's settings to .env.contact, so that site and function cannot
 * disagree: what content and build know is brought up to date, secrets are made once, and whatever else
 * stands in the file stays.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';

import { readCompany } from '../../src/content-check/company.ts';
import { companySettings, type ContactCompany } from '../../local/contact-settings.ts';

const ENV_FILE = '.env.contact';
const SECRETS = ['CONTACT_RETRY_SECRET', 'CONTACT_HASH_SALT'];
const ONLY_THE_OPERATOR_KNOWS = ['SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD'];
const SECRET_BYTES = 24;

function assignment(name: string, value: string): string {
  if (/^[\w.@:/+-]*$/.test(value)) return `${name}=${value}`;
  // Between single quotes nothing is expanded, neither here nor by the Supabase CLI.
  return value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`;
}

/** The text of the env file, brought up to date. */
export function updateEnvFile(text: string, company: ContactCompany, siteUrl: string): string {
  const known = { SITE_URL: siteUrl, ...companySettings(company) };
  const set = parseEnv(text);
  const lines = text.split('\n').map((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '';
    return name in known ? assignment(name, known[name as keyof typeof known]) : line;
  });
  while (lines.at(-1) === '') lines.pop();
  const fresh = {
    ...known,
    ...Object.fromEntries(SECRETS.map((name) => [name, randomBytes(SECRET_BYTES).toString('hex')])),
    ...Object.fromEntries(ONLY_THE_OPERATOR_KNOWS.map((name) => [name, ''])),
  };
  for (const [name, value] of Object.entries(fresh)) {
    if (!(name in set)) lines.push(assignment(name, value));
  }
  return `${lines.join('\n')}\n`;
}

function main(): void {
  if (existsSync('.env')) loadEnvFile('.env');
  const siteUrl = process.env['SITE_URL'] ?? '';
  if (!/^https?:\/\//.test(siteUrl)) {
    throw new Error('SITE_URL is missing: set it in .env, as https://www.empresa.com.br');
  }
  const base = process.env['SITE_BASE'] ?? '';
  const company = readCompany('src/content');
  const before = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, 'utf8') : '';
  const after = updateEnvFile(before, company, siteUrl.replace(/\/$/, '') + base);
  writeFileSync(ENV_FILE, after, { mode: 0o600 });

  const set = parseEnv(after);
  const missing = ONLY_THE_OPERATOR_KNOWS.filter((name) => set[name] === '');
  console.log(after === before ? `${ENV_FILE} is up to date.` : `${ENV_FILE} is written.`);
  if (missing.length > 0) console.log(`Fill in: ${missing.join(', ')}.`);
  console.log(`Then: supabase secrets set --env-file ${ENV_FILE}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
