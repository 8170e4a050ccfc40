import * as z from 'zod';

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

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

const DATABASE_CA_MISSING =
  "CONTACT_DB_CA is missing: without the database's certificate, names and messages would travel in clear text. Download it (on Supabase: Database Settings → SSL Configuration) and add it with `npm run contact:env -- --db-ca <file>`. CONTACT_DB_TLS=off says instead that the network to the database is private and trusted.";

const webUrl = z
  .url({ protocol: /^https?$/, error: 'a URL such as https://www.example.com' })
  .transform((text) => text.replace(/\/+$/, ''));

const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .default(fallback)
    .describe(`a whole number from ${min} to ${max}`);

const secret = (minLength: number) =>
  z.string().min(minLength).describe(`a random ASCII text of at least ${minLength} characters`);

const databaseUrl = z
  .string()
  // A # in the password would end the URL there.
  .refine((url) => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url) && !url.includes('#'))
  .describe(
    'a PostgreSQL URL such as postgresql://user:password@host:5432/postgres, with the password percent-encoded',
  );

// As in the file, or on one line with escaped line breaks.
const certificate = z
  .string()
  .includes('-----BEGIN CERTIFICATE-----')
  .transform((pem) => pem.replaceAll('\\n', '\n'))
  .optional()
  .describe('a certificate in PEM format');

const originList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every((entry) => isWebOrigin(entry)));

/**
 * An origin, or one whose first label is a `*`, followed by at least three labels: a host's customers can
 * publish under its own domain, such as `*.pages.dev`.
 */
function isWebOrigin(text: string): boolean {
  const isPattern = /^https:\/\/\*(?:\.[a-z0-9-]+){3,}\/?$/.test(text);
  return isPattern || (URL.canParse(text) && /^https?:\/\/[^/*]+\/?$/.test(text));
}

// Each description completes the error for a missing or malformed setting. No value is ever shown, because
// some are secrets.
const DATABASE_SETTINGS = {
  CONTACT_DB_URL: databaseUrl.optional().describe(databaseUrl.description ?? ''),
  SUPABASE_DB_URL: databaseUrl,
  CONTACT_DB_CA: certificate,
  CONTACT_DB_TLS: z.literal('off').optional().describe("'off', or nothing"),
} as const;

const SETTINGS = {
  ...DATABASE_SETTINGS,
  SUPABASE_URL: webUrl.optional().describe('the URL of the Supabase project'),
  CONTACT_DB_CONNECTIONS: integer(1, 20, 4),
  SITE_URL: webUrl.describe('the URL of the site, such as https://www.example.com'),
  SITE_ORIGINS: originList.describe(
    'origins separated by commas, such as https://example.com,https://preview.example.com',
  ),
  CONTACT_TO_EMAIL: z.email().describe('the e-mail address that receives the messages'),
  CONTACT_FROM_EMAIL: z.email().describe('the e-mail address the messages are sent from'),
  CONTACT_WHATSAPP: z
    .string()
    .regex(/^\d{8,15}$/)
    .optional()
    .describe('8 to 15 digits with country code, such as 5549900000000'),
  CONTACT_COMPANY_NAME: z
    .string()
    .trim()
    // A line break or angle bracket here would end up in the From header.
    .regex(/^[^\p{Cc}<>"]{1,120}$/u)
    .describe("the company's name, without quotes or angle brackets"),
  SMTP_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/)
    .describe('the host name of the SMTP server'),
  SMTP_PORT: integer(1, 65_535, 465),
  SMTP_SECURITY: z
    .enum(['tls', 'starttls', 'none'])
    .optional()
    .describe("'tls', 'starttls', or 'none' for a server on this machine"),
  SMTP_USER: z.string().min(1).optional().describe("the SMTP account's user name"),
  SMTP_PASSWORD: z.string().min(1).optional().describe("the SMTP account's password"),
  SMTP_TLS_CA: certificate,
  SMTP_DEADLINE_SECONDS: integer(1, 30, 5),
  SMTP_ANSWER_SECONDS: integer(1, 120, 60),
  CONTACT_ALERT_WEBHOOK: webUrl.optional().describe('a URL that takes JSON'),
  CONTACT_ALERT_EMAIL: z.email().optional().describe('the e-mail address that alerts go to'),
  // It travels in a header.
  CONTACT_JOB_SECRET: secret(24).regex(/^[\x21-\x7e]*$/),
  CONTACT_RETRY_BASE_SECONDS: integer(1, 3600, 60),
  CONTACT_LEASE_SECONDS: integer(4, 3600, 120),
  CONTACT_HASH_SALT: secret(16),
  CONTACT_RETENTION_DAYS: integer(1, 3650, 180),
  CONTACT_RATE_VISITOR_PER_HOUR: integer(1, 1_000_000, 30),
  CONTACT_SINGLE_MAILS_PER_HOUR: integer(1, 100_000_000, 300),
  CONTACT_STORAGE_MB: integer(1, 1_000_000, 300),
  CONTACT_CLIENT_ADDRESS_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,60}$/)
    .default('cf-connecting-ip')
    .describe("a header name, or 'none' for the connection's own address"),
} as const;

type Environment = Record<string, string | undefined>;

/** Returns the given settings, their parsed values (undefined if any is invalid), and the problems. */
function parse<Shape extends z.core.$ZodLooseShape>(shape: Shape, environment: Environment) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  // Supabase sets SUPABASE_DB_URL and reserves the name. CONTACT_DB_URL is for an operator who wants another
  // connection, such as the pooler.
  given['SUPABASE_DB_URL'] ??= given['CONTACT_DB_URL'];

  const { data, error } = z.object(shape).safeParse(given);
  const names = new Set(error?.issues.map((issue) => String(issue.path[0])));
  const problems = [...names].map((name) => describeProblem(name, given[name] === undefined));
  const host = URL.parse(given['CONTACT_DB_URL'] ?? given['SUPABASE_DB_URL'] ?? '')?.hostname;
  const isRemote = host !== undefined && !LOOPBACK_HOSTS.has(host);
  if (isRemote && given['CONTACT_DB_CA'] === undefined && given['CONTACT_DB_TLS'] !== 'off') {
    problems.push(DATABASE_CA_MISSING);
  }
  return { given, data, problems };
}

/**
 * Reads the connection settings for `pg`: encrypted and verified, unless the database runs on this machine
 * or CONTACT_DB_TLS is off.
 *
 * @throws {ConfigError} as {@link readConfig} does
 */
export function readDatabaseSettings(environment: Environment) {
  const { data, problems } = parse(DATABASE_SETTINGS, environment);
  if (data === undefined || problems.length > 0) throw new ConfigError(problems);
  const url = new URL(data.CONTACT_DB_URL ?? data.SUPABASE_DB_URL);
  // Parameters in the URL, such as sslmode, would override `ssl`.
  url.search = '';
  const { CONTACT_DB_CA: ca, CONTACT_DB_TLS: tls } = data;
  return { connectionString: url.href, ssl: tls !== 'off' && ca !== undefined && { ca } };
}

/**
 * Reads the function's settings.
 *
 * @param environment variable names and values; an empty value counts as missing
 * @throws {ConfigError} naming every missing or malformed setting, one line each
 */
export function readConfig(environment: Environment) {
  const { given, data: settings, problems } = parse(SETTINGS, environment);
  const port = settings?.SMTP_PORT ?? Number(given['SMTP_PORT'] ?? 465);
  const security = settings?.SMTP_SECURITY ?? (port === 465 ? 'tls' : 'starttls');
  if (security === 'none' && !LOOPBACK_HOSTS.has(given['SMTP_HOST'] ?? '')) {
    problems.push(
      "SMTP_SECURITY may be 'none' only for a server on this machine: the password would travel in clear text.",
    );
  }
  if (security !== 'none') {
    for (const name of ['SMTP_USER', 'SMTP_PASSWORD'] as const) {
      if (given[name] === undefined) problems.push(describeProblem(name, true));
    }
  }
  if (settings !== undefined) {
    const { CONTACT_LEASE_SECONDS, SMTP_DEADLINE_SECONDS, SMTP_ANSWER_SECONDS } = settings;
    if (CONTACT_LEASE_SECONDS < SMTP_ANSWER_SECONDS + 3 * SMTP_DEADLINE_SECONDS) {
      problems.push(
        'CONTACT_LEASE_SECONDS must be at least SMTP_ANSWER_SECONDS and three times SMTP_DEADLINE_SECONDS, or two workers could mail the same message.',
      );
    }
  }
  if (settings === undefined || problems.length > 0) throw new ConfigError(problems);

  return {
    database: readDatabaseSettings(given),
    databaseConnections: settings.CONTACT_DB_CONNECTIONS,
    /** Without trailing slash; may have a path. Redirect target of the native form. */
    siteUrl: settings.SITE_URL,
    /** Values of the Origin header, the site's own first; a `*` matches one label of a host name. */
    allowedOrigins: [settings.SITE_URL, ...settings.SITE_ORIGINS].map((url) => new URL(url).origin),
    /** Origin of the function itself, to which its failure page may post. */
    ownOrigin:
      settings.SUPABASE_URL === undefined ? undefined : new URL(settings.SUPABASE_URL).origin,
    toEmail: settings.CONTACT_TO_EMAIL,
    fromEmail: settings.CONTACT_FROM_EMAIL,
    companyName: settings.CONTACT_COMPANY_NAME,
    whatsappDigits: settings.CONTACT_WHATSAPP,
    smtp: {
      host: settings.SMTP_HOST,
      port: settings.SMTP_PORT,
      security,
      auth:
        settings.SMTP_USER !== undefined && settings.SMTP_PASSWORD !== undefined
          ? { user: settings.SMTP_USER, pass: settings.SMTP_PASSWORD }
          : undefined,
      /** Sent in EHLO. */
      clientName: settings.CONTACT_FROM_EMAIL.slice(
        settings.CONTACT_FROM_EMAIL.lastIndexOf('@') + 1,
      ),
      ca: settings.SMTP_TLS_CA,
      deadlineMs: settings.SMTP_DEADLINE_SECONDS * 1000,
      /** How long to wait for the server's reply once it has the whole mail. */
      replyMs: settings.SMTP_ANSWER_SECONDS * 1000,
    },
    alertWebhook: settings.CONTACT_ALERT_WEBHOOK,
    alertEmail: settings.CONTACT_ALERT_EMAIL,
    jobSecret: settings.CONTACT_JOB_SECRET,
    retryBaseSeconds: settings.CONTACT_RETRY_BASE_SECONDS,
    /** How long a worker may keep a message it has claimed. */
    leaseSeconds: settings.CONTACT_LEASE_SECONDS,
    hashSalt: settings.CONTACT_HASH_SALT,
    retentionDays: settings.CONTACT_RETENTION_DAYS,
    visitorLimitPerHour: settings.CONTACT_RATE_VISITOR_PER_HOUR,
    /** Above this, messages go out in digests. */
    singleMailsPerHour: settings.CONTACT_SINGLE_MAILS_PER_HOUR,
    storageLimitBytes: settings.CONTACT_STORAGE_MB * 1e6,
    clientAddressHeader: settings.CONTACT_CLIENT_ADDRESS_HEADER,
  };
}

function describeProblem(name: string, isMissing: boolean): string {
  const settings: Record<string, z.ZodType> = SETTINGS;
  const expected = settings[name]?.description ?? 'a value in another format';
  const problem = isMissing ? 'is missing' : 'is malformed';
  return `${name} ${problem}: it must be ${expected}.`;
}
