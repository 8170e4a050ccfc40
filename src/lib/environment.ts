/**
 * Reads and checks what the build takes from the environment, before anything is built with it.
 * Astro's `env.schema` checks a variable only once a module asks for it, and cannot say what a URL
 * should look like.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { z } from 'zod';

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

/** @param expected ends the sentence “… precisa ser …” */
const url = (pattern: RegExp, expected: string) =>
  z.string().refine((value) => URL.canParse(value) && pattern.test(value), expected);

const VARIABLES = z.object({
  SITE_URL: url(
    /^https?:\/\/[^\s/?#@\\]+\/?$/,
    'o endereço do site até o domínio, como https://empresa.com.br; um caminho vai em SITE_BASE',
  )
    .overwrite((value) => value.replace(/\/$/, ''))
    .default('http://localhost:4321'),
  SITE_BASE: z
    .string()
    .regex(
      /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/,
      'um caminho como /site, sem barra no fim e sem . ou .. no lugar de uma pasta',
    )
    .optional(),
  // It goes as it is into the Content-Security-Policy, where a space, `;` or `,` ends a value.
  PUBLIC_SUPABASE_URL: url(
    /^https?:\/\/[^\s/?#@;,'"\\]+(?:\/[\w.~%-]*)*$/,
    'um endereço como https://abcdefgh.supabase.co, no máximo com um caminho',
  ).optional(),
  PUBLIC_SUPABASE_ANON_KEY: z
    .string()
    .refine(
      (value) => /^[\w.-]{20,}$/.test(value) && !isSecretKey(value),
      'a chave anônima (publishable), como o Supabase a mostra, e nunca a secreta: qualquer um pode ler o site publicado',
    )
    .optional(),
  CMS_REPO: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'o repositório, como empresa/site')
    .optional(),
  CMS_BACKEND: z.enum(['github', 'gitlab'], 'github ou gitlab').default('github'),
  CMS_BRANCH: z
    .string()
    .regex(/^[^\s~^:?*[\\]+$/, 'o nome de um branch do repositório, como main')
    .default('main'),
  CMS_AUTH_URL: url(/^https:/, 'o endereço do serviço de login, com https://').optional(),
  CMS_APP_ID: z.string().regex(/^\S+$/, 'o identificador da aplicação no GitLab').optional(),
  CMS_PUBLISH_MODE: z
    .enum(
      ['direct', 'drafts'],
      'direct (salvar publica) ou drafts (salvar cria um rascunho, para publicar depois)',
    )
    .default('direct'),
});

export type Environment = z.infer<typeof VARIABLES>;

/** Both or neither. */
const BACKEND = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY'] as const;

const SHOWN_OF_KEY_CHARACTERS = 12;

/** A value as it may stand in a log: of a key, as much as tells which it is. */
function shown(name: string, value = ''): string {
  const isLongKey = name === 'PUBLIC_SUPABASE_ANON_KEY' && value.length > SHOWN_OF_KEY_CHARACTERS;
  return JSON.stringify(isLongKey ? `${value.slice(0, SHOWN_OF_KEY_CHARACTERS)}…` : value);
}

function problemsIn(set: Record<string, string>): string[] {
  const malformed = (VARIABLES.safeParse(set).error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} precisa ser ${message}; está ${shown(name, set[name])}`;
  });
  const missing = BACKEND.filter((name) => !(name in set));
  const halves = missing.length === 1 ? missing : [];
  // What a host builds is published: it must not name this machine as its URL.
  const hosts = Object.entries(BUILDING_HOSTS).filter(
    ([variable]) => variable in set && !('SITE_URL' in set),
  );
  return [
    ...hosts.map(
      ([, { host, menu }]) =>
        `SITE_URL não está definida; no ${host}, defina em ${menu}, também para as prévias`,
    ),
    ...malformed,
    ...halves.map((name) => `${BACKEND.join(' e ')} andam juntas: falta ${name}`),
  ];
}

/** Names every malformed or missing variable, and what it must look like. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const lines = problems.map((problem) => `  ${problem}`);
    super(['Há erro nas variáveis de ambiente (veja .env.example):', ...lines].join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the variables of `.env.example` from the process and, below it, from `.env`. An empty
 * variable counts as unset, so that a copied example file works.
 *
 * @throws {EnvironmentError}
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  if (variables === process.env && existsSync('.env')) loadEnvFile('.env');
  const entries = Object.entries(variables).filter(([, value]) => value !== '');
  const set = Object.fromEntries(entries) as Record<string, string>;
  const problems = problemsIn(set);
  if (problems.length > 0) throw new EnvironmentError(problems);
  return VARIABLES.parse(set);
}
