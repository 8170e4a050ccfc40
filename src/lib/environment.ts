/** Reads and checks the build's environment variables before anything is built with them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadEnv, type Plugin } from 'vite';
import { z } from 'zod';

/** A variable that each host sets where it builds. */
const BUILD_HOSTS = ['NETLIFY', 'VERCEL', 'CF_PAGES'];

/** True if a key grants access beyond the public's. Legacy keys are JSON Web Tokens that name a role. */
function isSecretKey(key: string): boolean {
  const [, claims = ''] = key.split('.');
  const isOtherRole = /"role":\s*"(?!anon")/.test(Buffer.from(claims, 'base64url').toString());
  return key.startsWith('sb_secret_') || isOtherRole;
}

/** @param expected ends the sentence “… precisa ser …” */
const url = (pattern: RegExp, expected: string) =>
  z.string().refine((value) => URL.canParse(value) && pattern.test(value), expected);

/** @param expected as above */
const text = (pattern: RegExp, expected: string) => z.string().regex(pattern, expected);

const VARIABLES = z.object({
  SITE_URL: url(
    /^https?:\/\/[^\s/?#@\\;,'"“”]+\/?$/,
    'o endereço do site até o domínio, como https://empresa.com.br; um caminho vai em SITE_BASE',
  )
    .overwrite((value) => value.replace(/\/$/, ''))
    .default('http://localhost:4321'),
  SITE_BASE: text(
    /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/,
    'um caminho como /site, sem barra no fim e sem . ou .. no lugar de uma pasta',
  ).optional(),
  // Copied into the Content-Security-Policy, where a space, `;` or `,` ends a value.
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
  CMS_REPO: text(/^[\w.-]+(?:\/[\w.-]+)+$/, 'o repositório, como empresa/site').optional(),
  CMS_BRANCH: text(/^[^\s~^:?*[\\]+$/, 'o nome de um branch do repositório, como main').default(
    'main',
  ),
  CMS_SIGN_IN: z
    .enum(['public_repo', 'repo'], 'public_repo, se o repositório é público, ou repo, se é privado')
    .optional(),
  CMS_AUTH_URL: url(/^https:/, 'o endereço do serviço de login, com https://').optional(),
});

export type Environment = z.infer<typeof VARIABLES>;

/** Both or neither. */
const BACKEND = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY'];

const KEY_PREFIX_CHARACTERS = 12;

/** A value as the log shows it. A key is cut to its first characters, which are enough to recognise it. */
function loggable(name: string, value = ''): string {
  const isLongKey = name === 'PUBLIC_SUPABASE_ANON_KEY' && value.length > KEY_PREFIX_CHARACTERS;
  return JSON.stringify(isLongKey ? `${value.slice(0, KEY_PREFIX_CHARACTERS)}…` : value);
}

/**
 * The variables of the process, and those that it leaves unset from the files that Astro reads too, such as
 * `.env` and `.env.local`.
 *
 * @param mode `development` on the dev server
 * @see https://vite.dev/guide/env-and-mode
 */
export function readVariables(
  mode = process.env['NODE_ENV'] ?? 'production',
  folder = process.cwd(),
): Record<string, string> {
  return loadEnv(mode, folder, '');
}

const NAMES = Object.keys(VARIABLES.shape);

/** What Vite reads, and the name that Windows gives it. */
const FILES = /^\.env(?:\.txt|(?:\.(?:development|production))?(?:\.local)?)$/;

/** True if a build would overlook a variable in the text of a file: other shells' commands, JSON, UTF-16. */
function isOverlooked(text: string, name: string): boolean {
  // UTF-16 has a zero beside each letter.
  const letters = text.replaceAll('\0', '');
  const line = new RegExp(`^[^#=\\n]*\\b${name.replaceAll('_', '[_-]')}\\b`, 'im');
  return line.test(letters) && !(name in parseEnv(text));
}

/** A sentence for each file of variables from which a build would silently take less than it says. */
export function unreadableFiles(folder = process.cwd()): string[] {
  return readdirSync(folder)
    .filter(
      (name) =>
        FILES.test(name) && statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
    )
    .flatMap((name) => {
      if (name === '.env.txt') return `${name} não é lido: tire o .txt do nome`;
      const text = readFileSync(join(folder, name), 'utf8');
      if (!NAMES.some((one) => isOverlooked(text, one))) return [];
      return `${name} tem linhas que não são lidas: precisam ser NOME=valor, com os nomes de .env.example, sem “set”, salvas em UTF-8 sem BOM`;
    });
}

/** For whoever sets variables: a sentence, without the place in the code that Astro would show. */
class SettingsError extends Error {
  override stack = '';
}

/** Refuses a build that would publish React's development version, which is half as large again. */
export const productionBuild: Plugin = {
  name: 'production-build',
  configResolved({ command, isProduction }) {
    if (command === 'build' && !isProduction) {
      throw new SettingsError(
        'NODE_ENV precisa ser production, ou não estar definida, para gerar o site.',
      );
    }
  },
};

/**
 * Parses the variables of `.env.example`. An empty one counts as unset, so that a copied example file works.
 *
 * @returns the environment, if all is well, and a sentence in Portuguese for each issue
 */
export function parseEnvironment(given?: NodeJS.ProcessEnv): {
  environment: Environment | undefined;
  issues: string[];
} {
  const variables = given ?? readVariables();
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { data, error } = VARIABLES.safeParse(set);
  const isMissing = (name: string) => !(name in set);
  const missing = BACKEND.filter(isMissing);
  const forButton = 'CMS_SIGN_IN' in set ? ['CMS_REPO', ...BACKEND].filter(isMissing) : [];
  // A host's build is published, so its URL must not be local.
  const isLost = !('SITE_URL' in set) && BUILD_HOSTS.some((name) => name in set);
  const issues = [
    ...(given ? [] : unreadableFiles()),
    ...(isLost
      ? ['SITE_URL não está definida: defina onde o site é gerado, também para as prévias']
      : []),
    ...(error?.issues ?? []).map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} precisa ser ${message}; está ${loggable(name, set[name])}`;
    }),
    ...(missing.length === 1 ? [`${BACKEND.join(' e ')} andam juntas: falta ${missing[0]}`] : []),
    ...forButton.map((name) => `CMS_SIGN_IN precisa também de ${name}`),
    ...('CMS_SIGN_IN' in set && 'CMS_AUTH_URL' in set
      ? ['CMS_SIGN_IN e CMS_AUTH_URL são dois serviços de login: deixe só um']
      : []),
  ];
  return { environment: issues.length === 0 ? data : undefined, issues };
}

/** @throws Error that lists every malformed or missing variable */
export function readEnvironment(given?: NodeJS.ProcessEnv): Environment {
  const { environment, issues } = parseEnvironment(given);
  if (environment) return environment;
  const lines = issues.map((issue) => `  ${issue}`);
  throw new SettingsError(
    ['Há erro nas variáveis de ambiente (veja .env.example):', ...lines].join('\n'),
  );
}
