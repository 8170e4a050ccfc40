/**
 * Reads and checks what the build takes from the environment, before anything is built with it.
 * Astro's `env.schema` checks types only, and only once a module asks for a variable: it cannot
 * refuse a secret key, nor say what a URL should look like.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

export interface Environment {
  SITE_URL: string;
  SITE_BASE?: string;
  PUBLIC_SUPABASE_URL?: string;
  PUBLIC_SUPABASE_ANON_KEY?: string;
  CMS_REPO?: string;
  CMS_BACKEND: 'github' | 'gitlab';
  CMS_BRANCH: string;
  CMS_AUTH_URL?: string;
  CMS_APP_ID?: string;
  CMS_PUBLISH_MODE: 'drafts' | 'direct';
}

const DEFAULTS = {
  SITE_URL: 'http://localhost:4321',
  CMS_BACKEND: 'github',
  CMS_BRANCH: 'main',
  CMS_PUBLISH_MODE: 'drafts',
};

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

const isUrl = (value: string, pattern: RegExp): boolean =>
  URL.canParse(value) && pattern.test(value);

/** Whether a variable is as it has to be, and what that is, as the rest of “precisa ser …”. */
const RULES: Record<keyof Environment, { isMet: (value: string) => boolean; expected: string }> = {
  SITE_URL: {
    isMet: (value) => isUrl(value, /^https?:\/\/[^\s/?#@\\]+\/?$/),
    expected:
      'o endereço do site até o domínio, como https://empresa.com.br; um caminho vai em SITE_BASE',
  },
  SITE_BASE: {
    isMet: (value) => /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(value),
    expected: 'um caminho como /site, sem barra no fim e sem . ou .. no lugar de uma pasta',
  },
  PUBLIC_SUPABASE_URL: {
    // It goes as it is into the Content-Security-Policy, where a space, `;` or `,` ends a value.
    isMet: (value) => isUrl(value, /^https?:\/\/[^\s/?#@;,'"\\]+(?:\/[\w.~%-]*)*$/),
    expected: 'um endereço como https://abcdefgh.supabase.co, no máximo com um caminho',
  },
  PUBLIC_SUPABASE_ANON_KEY: {
    isMet: (value) => /^[\w.-]{20,}$/.test(value) && !isSecretKey(value),
    expected:
      'a chave anônima (publishable), como o Supabase a mostra, e nunca a secreta: qualquer um pode ler o site publicado',
  },
  CMS_REPO: {
    isMet: (value) => /^[\w.-]+(?:\/[\w.-]+)+$/.test(value),
    expected: 'o repositório, como empresa/site',
  },
  CMS_BACKEND: {
    isMet: (value) => ['github', 'gitlab'].includes(value),
    expected: 'github ou gitlab',
  },
  CMS_BRANCH: {
    isMet: (value) => /^[^\s~^:?*[\\]+$/.test(value),
    expected: 'o nome de um branch do repositório, como main',
  },
  CMS_AUTH_URL: {
    isMet: (value) => isUrl(value, /^https:/),
    expected: 'o endereço do serviço de login, com https://',
  },
  CMS_APP_ID: {
    isMet: (value) => /^\S+$/.test(value),
    expected: 'o identificador da aplicação no GitLab',
  },
  CMS_PUBLISH_MODE: {
    isMet: (value) => ['drafts', 'direct'].includes(value),
    expected: 'drafts (salvar cria um rascunho, para publicar depois) ou direct (salvar publica)',
  },
};

/** Both or neither. */
const BACKEND = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY'] as const;

const SHOWN_OF_KEY_CHARACTERS = 12;

/** A value as it may stand in a log: of a key, as much as tells which it is. */
function shown(name: string, value: string): string {
  const isLongKey = name === 'PUBLIC_SUPABASE_ANON_KEY' && value.length > SHOWN_OF_KEY_CHARACTERS;
  return JSON.stringify(isLongKey ? `${value.slice(0, SHOWN_OF_KEY_CHARACTERS)}…` : value);
}

function problemsIn(set: Record<string, string | undefined>): string[] {
  const malformed = Object.entries(RULES).flatMap(([name, { isMet, expected }]) => {
    const value = set[name];
    if (value === undefined || isMet(value)) return [];
    return `${name} precisa ser ${expected}; está ${shown(name, value)}`;
  });
  const missing = BACKEND.filter((name) => set[name] === undefined);
  const halves = missing.length !== 1 ? [] : missing;
  // What a host builds is published: it must not name this machine as its URL.
  const hosts = Object.entries(BUILDING_HOSTS).filter(
    ([variable]) => set[variable] !== undefined && set['SITE_URL'] === undefined,
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
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const problems = problemsIn(set);
  if (problems.length > 0) throw new EnvironmentError(problems);
  const known = Object.entries(set).filter(([name]) => name in RULES);
  return { ...DEFAULTS, ...Object.fromEntries(known) } as Environment;
}
