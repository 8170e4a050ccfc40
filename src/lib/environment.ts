/** Reads and checks what the build takes from the environment, before anything is built with it. */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { z } from 'zod';

const DEFAULT_SITE_URL = 'http://localhost:4321';

/** Hosts that build the site themselves, by the variable that tells, and where they are told others. */
const BUILDING_HOSTS = {
  NETLIFY: { host: 'Netlify', menu: 'Project configuration → Environment variables' },
  VERCEL: { host: 'Vercel', menu: 'Settings → Environment Variables' },
  CF_PAGES: { host: 'Cloudflare Pages', menu: 'Settings → Variables and Secrets' },
};

/** The role that a key of Supabase's older kind gives, which is a JSON Web Token (RFC 7519). */
function roleOf(key: string): unknown {
  try {
    const [, claims = ''] = key.split('.');
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown }).role;
  } catch {
    return undefined;
  }
}

/** Whether a key opens what no visitor may see: such a key must never get into a page. */
function isSecretKey(key: string): boolean {
  const role = roleOf(key);
  return key.startsWith('sb_secret_') || (role !== undefined && role !== 'anon');
}

const environmentSchema = z
  .object({
    SITE_URL: z
      .url({
        protocol: /^https?$/,
        error: 'must be the address of the site, as https://empresa.com.br',
        abort: true,
      })
      .regex(
        /^[^/]+:\/\/[^\s/?#@\\]+\/?$/,
        'must end with the host name, as https://empresa.com.br; a path goes into SITE_BASE',
      )
      .default(DEFAULT_SITE_URL),
    SITE_BASE: z
      .string()
      .regex(
        /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/,
        'must be a path as /site, without a slash at the end and without . or .. for a folder',
      )
      .optional(),
    PUBLIC_SUPABASE_URL: z
      .url({
        protocol: /^https?$/,
        error: 'must be a URL, as https://abcdefgh.supabase.co',
        abort: true,
      })
      // It stands as it is in the Content-Security-Policy, where a space, `;` or `,` ends a value.
      .regex(
        /^[^/]+:\/\/[^\s/?#@;,'"\\]+(?:\/[\w.~%-]*)*$/,
        'must be a URL of a host and at most a path, as https://abcdefgh.supabase.co',
      )
      .optional(),
    PUBLIC_SUPABASE_ANON_KEY: z
      .string()
      .regex(/^[\w.-]{20,}$/, 'must be the anonymous (publishable) key as Supabase shows it')
      .refine(
        (key) => !isSecretKey(key),
        'must be the anonymous (publishable) key: this one is secret, and everybody can read what is built',
      )
      .optional(),
    CMS_REPO: z
      .string()
      .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'must be the repository as owner/name')
      .optional(),
    CMS_BACKEND: z
      .enum(['github', 'gitlab', 'test-repo'], { error: 'must be github or gitlab' })
      .default('github'),
    CMS_BRANCH: z.string().default('main'),
    CMS_AUTH_URL: z
      .url({ protocol: /^https$/, error: 'must be the address of the sign-in service' })
      .optional(),
    CMS_APP_ID: z.string().optional(),
  })
  .refine(
    ({ PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY }) =>
      (PUBLIC_SUPABASE_URL === undefined) === (PUBLIC_SUPABASE_ANON_KEY === undefined),
    {
      path: ['PUBLIC_SUPABASE_ANON_KEY'],
      error: 'and PUBLIC_SUPABASE_URL go together: set both, or neither',
    },
  );

export type Environment = z.infer<typeof environmentSchema>;

/** A variable that is not as it has to be. */
export interface EnvironmentProblem {
  name: keyof Environment;
  /** What it must be, in English, as the rest of a sentence that its name begins. */
  mustBe: string;
  /** The host that builds the site, and where it is told a variable that is missing there. */
  missingOn?: { host: string; menu: string };
}

const SHOWN_OF_KEY_CHARACTERS = 12;

/** A variable as it may stand in a log: of a key, as much as tells which it is. */
export function shown(name: keyof Environment, variables: NodeJS.ProcessEnv): string {
  const value = variables[name] ?? '';
  const isLong = value.length > SHOWN_OF_KEY_CHARACTERS;
  return name === 'PUBLIC_SUPABASE_ANON_KEY' && isLong
    ? `${value.slice(0, SHOWN_OF_KEY_CHARACTERS)}…`
    : value;
}

/** Names every malformed or missing variable, and what it must look like. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly problems: readonly EnvironmentProblem[];

  constructor(problems: EnvironmentProblem[], variables: NodeJS.ProcessEnv) {
    const lines = problems.map(({ name, mustBe, missingOn }) => {
      const found = missingOn ? '' : `; found: ${JSON.stringify(shown(name, variables))}`;
      return `  ${name} ${mustBe}${found}`;
    });
    super(['The environment is malformed (see .env.example):', ...lines].join('\n'));
    this.problems = problems;
  }
}

/** What is built there is published: it must not name this machine as its address. */
function missingAddress(set: NodeJS.ProcessEnv): EnvironmentProblem[] {
  if (set['SITE_URL'] !== undefined) return [];
  return Object.entries(BUILDING_HOSTS)
    .filter(([variable]) => set[variable] !== undefined)
    .map(([, missingOn]) => {
      const mustBe = `must be set on ${missingOn.host}, previews too: ${missingOn.menu}`;
      return { name: 'SITE_URL', mustBe, missingOn };
    });
}

/**
 * Reads the variables of `.env.example` from the process and, below it, from `.env`. An empty
 * variable counts as unset, so that a copied example file with blanks works.
 *
 * @throws {EnvironmentError}
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  if (variables === process.env && existsSync('.env')) loadEnvFile('.env');
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse(set);
  const missing = missingAddress(set);
  if (result.success && missing.length === 0) return result.data;
  const malformed = (result.error?.issues ?? []).map(({ path, message }) => ({
    name: path[0] as keyof Environment,
    mustBe: message,
  }));
  throw new EnvironmentError([...missing, ...malformed], set);
}
