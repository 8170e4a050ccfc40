/**
 * `npm run contact:env` writes the function's settings to .env.contact, so that site and function agree. It
 * updates what the content and .env determine, generates secrets once, and keeps everything else.
 * `-- --db-ca <file>` adds the certificate of the database's authority.
 */
import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';

import { companySettings, readCompany, type ContactCompany } from '../../local/company.ts';
import { readEnvironment, readVariables } from '../../src/lib/environment.ts';

const ENV_FILE = '.env.contact';
const OPERATOR_SETTINGS = ['SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD', 'SUPABASE_DB_URL'];
const SECRET_BYTES = 24;

/** A name, with or without `export`, and its value, which may span several lines in quotes. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*("[^"]*"|'[^']*'|.*)/gm;

function assignment(name: string, value: string): string {
  if (/^[\w.@:/+-]*$/.test(value)) return `${name}=${value}`;
  // Neither we nor the Supabase CLI expand anything in single quotes. Both expand \n in double quotes.
  if (value.includes('\n')) return `${name}="${value.trim().replaceAll('\n', '\\n')}"`;
  if (!value.includes("'")) return `${name}='${value}'`;
  // No dotenv reader agrees with another on escapes, and a quotation mark less changes nobody's name.
  return `${name}="${value.replaceAll('"', '”')}"`;
}

/** The updated text of the env file. */
export function updateEnvFile(
  text: string,
  company: ContactCompany,
  siteUrl: string,
  databaseCa?: string,
): string {
  const { origin, pathname } = new URL(siteUrl);
  const known: Record<string, string> = {
    SITE_URL: origin,
    ...(pathname === '/' ? {} : { SITE_BASE: pathname.replace(/\/$/, '') }),
    ...companySettings(company),
    ...(databaseCa === undefined ? {} : { CONTACT_DB_CA: databaseCa }),
  };
  const set = parseEnv(text);
  const lines = text
    .replace(ASSIGNMENT, (before, name: string) => {
      const value = known[name];
      return value === undefined ? before : assignment(name, value);
    })
    .trimEnd()
    .split('\n');
  const fresh = {
    ...known,
    CONTACT_SECRET: randomBytes(SECRET_BYTES).toString('hex'),
    ...Object.fromEntries(OPERATOR_SETTINGS.map((name) => [name, ''])),
  };
  for (const [name, value] of Object.entries(fresh)) {
    if (!(name in set)) lines.push(assignment(name, value));
  }
  return `${lines.join('\n').trimStart()}\n`;
}

/** Reads a PEM certificate. */
function readCertificate(file: string): string {
  const pem = readFileSync(file);
  try {
    return new X509Certificate(pem).toString();
  } catch (error) {
    throw new Error(`${file} is not a valid certificate.`, { cause: error });
  }
}

function main(): void {
  const { values } = parseArgs({ options: { 'db-ca': { type: 'string' } } });
  const { SITE_URL: siteUrl, SITE_BASE: base = '' } = readEnvironment();
  if (!readVariables()['SITE_URL']) {
    throw new Error('SITE_URL is missing: set it in .env, as https://www.empresa.com.br');
  }
  const databaseCa = values['db-ca'] && readCertificate(values['db-ca']);
  const company = readCompany('src/content');
  const before = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, 'utf8') : '';
  const after = updateEnvFile(before, company, siteUrl + base, databaseCa);
  writeFileSync(ENV_FILE, after, { mode: 0o600 });

  const set = parseEnv(after);
  const missing = OPERATOR_SETTINGS.filter((name) => set[name] === '');
  console.log(after === before ? `${ENV_FILE} is up to date.` : `${ENV_FILE} is written.`);
  if (missing.length > 0) console.log(`Fill in: ${missing.join(', ')}.`);
  if (set['CONTACT_DB_CA'] === undefined) {
    console.log("Add the database's certificate: npm run contact:env -- --db-ca <file>");
  }
  console.log(`Then: supabase secrets set --env-file ${ENV_FILE}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
