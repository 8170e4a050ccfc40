import * as z from 'zod';

import { asciiAddress, asciiHost } from '../_shared/mail-address.ts';
import { sha256 } from './identity.ts';

export type ContactConfig = ReturnType<typeof readConfig>;

/** Thrown when settings are missing or malformed; `problems` has one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`send-contact-email cannot start: ${problems.length} setting(s) to fix`);
    this.problems = problems;
  }
}

/**
 * How long one step of an SMTP session, its greeting or login, and the reply to a mail may take: all of them together
 * less than a claim lasts (claim_mail). Postfix can delay its greeting, and Dovecot delays the answer to bad logins by up
 * to 17 seconds. Tests shorten them.
 */
export const SMTP_DEADLINES = { stepMs: 5000, loginMs: 20_000, replyMs: 60_000 };

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

const DATABASE_CA_MISSING =
  "CONTACT_DB_CA is missing: without the database's certificate, names and messages could be read on the way. Download it (on Supabase: Database Settings → SSL Configuration) and add it with `npm run contact:env -- --db-ca <file>`.";

// Each description completes the error for a missing or malformed setting. No value is ever shown, because
// some are secrets.
const SETTINGS = z.object({
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^\s/?#@\\]+\/?$/)
    .transform((text) => new URL(text).origin)
    .describe(
      'the URL of the site up to the domain, such as https://www.example.com; a path belongs into SITE_BASE',
    ),
  SITE_BASE: z
    .string()
    .regex(/^(?:\/[\w.~-]+)+$/)
    .optional()
    .describe('a path such as /site, without a slash at the end'),
  SITE_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[,\s]+/).filter((entry) => entry !== '')),
  CONTACT_TO_EMAIL: email().describe('the e-mail address that receives the messages'),
  CONTACT_FROM_EMAIL: email().describe('the e-mail address the messages are sent from'),
  CONTACT_COMPANY_NAME: z.string().describe("the company's name"),
  CONTACT_DB_URL: z
    .string()
    // A # in the password would end the URL there.
    .refine((url) => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url) && !url.includes('#'))
    .describe(
      'a PostgreSQL URL, or else SUPABASE_DB_URL, such as postgresql://user:password@host:5432/postgres, with the password percent-encoded',
    ),
  CONTACT_DB_CA: z
    .string()
    .includes('-----BEGIN CERTIFICATE-----')
    // As in the file, or on one line with escaped line breaks.
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional()
    .describe('a certificate in PEM format'),
  // It travels in a header.
  CONTACT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{24,}$/)
    .describe('a random ASCII text of at least 24 characters'),
  CONTACT_MAILS_PER_HOUR: integer(1, 1_000_000, 300),
  SMTP_HOST: z
    .string()
    .overwrite((name) => asciiHost(name) ?? name)
    .regex(/^[A-Za-z0-9.:-]{1,253}$/)
    .describe('the host name of the SMTP server'),
  SMTP_PORT: integer(1, 65_535, 465),
  SMTP_USER: z.string().optional().describe("the SMTP account's user name"),
  SMTP_PASSWORD: z.string().optional().describe("the SMTP account's password"),
});

function email() {
  return z.string().overwrite(asciiAddress).pipe(z.email());
}

function integer(min: number, max: number, fallback: number) {
  return z.coerce
    .number()
    .int()
    .min(min)
    .max(max)
    .default(fallback)
    .describe(`a whole number from ${min} to ${max}`);
}

/**
 * Previews: `*.name.pages.dev`, `*--name.netlify.app` and `name-*-team.vercel.app`. A pattern holds a name of the
 * company's, because a host's other customers publish under its domain too.
 */
const PREVIEWS =
  /^https:\/\/(?:\*(?:\.[a-z\d-]+){3,}|(?:\*-|[a-z\d-]+-\*)-[a-z\d-]+(?:\.[a-z\d-]+){2,})\/?$/;

/** The origin of a URL or of previews; undefined for any other text. */
function webOrigin(text: string): string | undefined {
  return /^https?:\/\/[^*]+$/.test(text) || PREVIEWS.test(text)
    ? URL.parse(text)?.origin
    : undefined;
}

/** The origin under which Google's translation shows the site: `-` becomes `--`, and `.` becomes `-`. */
function translatedOrigin(siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  return `https://${hostname.replaceAll('-', '--').replaceAll('.', '-')}.translate.goog`;
}

/**
 * Reads the function's settings.
 *
 * @param environment variable names and values; an empty value counts as missing
 * @throws {ConfigError} naming every missing or malformed setting, one line each
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  // Supabase sets SUPABASE_DB_URL. CONTACT_DB_URL is for another connection, such as the pooler.
  given['CONTACT_DB_URL'] ??= given['SUPABASE_DB_URL'];

  const { data: settings, error } = SETTINGS.safeParse(given);
  const names = new Set(error?.issues.map((issue) => String(issue.path[0])));
  const shape: Record<string, z.ZodType> = SETTINGS.shape;
  const describe = (name: string) =>
    `${name} is ${given[name] === undefined ? 'missing' : 'malformed'}: it must be ${shape[name]?.description ?? ''}.`;
  const problems = [...names].map(describe);

  const databaseUrl = URL.parse(given['CONTACT_DB_URL'] ?? '');
  const isRemote = databaseUrl !== null && !LOOPBACK_HOSTS.has(databaseUrl.hostname);
  if (isRemote && given['CONTACT_DB_CA'] === undefined) problems.push(DATABASE_CA_MISSING);
  // A server on this machine may do without encryption, and then gets no password.
  const isOpen = given['SMTP_USER'] === undefined && LOOPBACK_HOSTS.has(given['SMTP_HOST'] ?? '');
  for (const name of ['SMTP_USER', 'SMTP_PASSWORD']) {
    if (!isOpen && given[name] === undefined) problems.push(describe(name));
  }
  if (settings === undefined || databaseUrl === null || problems.length > 0) {
    throw new ConfigError(problems);
  }
  // Parameters in the URL, such as sslmode, would override `ssl`.
  databaseUrl.search = '';

  const { SITE_URL, SITE_ORIGINS, CONTACT_FROM_EMAIL, CONTACT_DB_CA, SMTP_PORT } = settings;
  const { CONTACT_DB_URL: _, ...shared } = settings;
  const security: 'tls' | 'starttls' | 'none' =
    SMTP_PORT === 465 ? 'tls' : isOpen ? 'none' : 'starttls';
  return {
    database: {
      connectionString: databaseUrl.href,
      ssl: CONTACT_DB_CA !== undefined && { ca: CONTACT_DB_CA },
    },
    /** Without trailing slash. */
    siteUrl: SITE_URL + (settings.SITE_BASE ?? ''),
    /** Values of the Origin header, the site's own first; a `*` matches one label of a host name. */
    allowedOrigins: [SITE_URL, translatedOrigin(SITE_URL), ...SITE_ORIGINS].flatMap(
      (url) => webOrigin(url) ?? [],
    ),
    /** Malformed entries of SITE_ORIGINS, which are left out: without them, the site itself still works. */
    ignoredOrigins: SITE_ORIGINS.filter((url) => webOrigin(url) === undefined),
    toEmail: settings.CONTACT_TO_EMAIL,
    fromEmail: CONTACT_FROM_EMAIL,
    companyName: settings.CONTACT_COMPANY_NAME,
    secret: settings.CONTACT_SECRET,
    mailsPerHour: settings.CONTACT_MAILS_PER_HOUR,
    /**
     * Changes with any setting that the operator's machine and the function share. Public: without the secret that
     * is among them, nobody can find out the others.
     */
    fingerprint: sha256(JSON.stringify(shared)).slice(0, 16),
    smtp: {
      host: settings.SMTP_HOST,
      port: SMTP_PORT,
      security,
      auth: isOpen
        ? undefined
        : { user: settings.SMTP_USER ?? '', pass: settings.SMTP_PASSWORD ?? '' },
      /** The sender's domain, sent in EHLO to keep the machine's name private. */
      clientName: CONTACT_FROM_EMAIL.slice(CONTACT_FROM_EMAIL.lastIndexOf('@') + 1),
      ...SMTP_DEADLINES,
    },
  };
}
