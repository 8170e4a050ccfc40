import { quote } from '../content-check/sentences.ts';
import {
  EnvironmentError,
  readEnvironment,
  shown,
  type Environment,
  type EnvironmentProblem,
} from '../lib/environment.ts';
import { isPlaceholderHost } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

/** What each variable has to be: the build says it in English, to whoever deploys. */
const WANTED: Record<keyof Environment, string> = {
  SITE_URL: 'o endereço do site, como https://empresa.com.br',
  SITE_BASE: 'um caminho como /site, sem barra no fim',
  PUBLIC_SUPABASE_URL: 'um endereço como https://abcdefgh.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY:
    'a chave anônima (publishable), como o Supabase a mostra, e nunca a secreta',
  CMS_REPO: 'o repositório, como empresa/site',
  CMS_BACKEND: 'github ou gitlab',
  CMS_BRANCH: 'o nome de um ramo do repositório, como main',
  CMS_AUTH_URL: 'o endereço do serviço de entrada, com https://',
  CMS_APP_ID: 'o identificador da aplicação no GitLab',
};

/** Variables that make sense together only. */
const BACKEND = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY'] as const;

/** What a public site needs that a build on a developer's machine can do without. */
function sentencesOn({ SITE_URL, ...backend }: Environment): string[] {
  const { protocol, hostname } = new URL(SITE_URL);
  const isPlaceholder = isPlaceholderHost(hostname);
  return [
    ...(isPlaceholder ? [`SITE_URL é ${SITE_URL}: falta o endereço verdadeiro do site`] : []),
    ...(protocol === 'http:' && !isPlaceholder
      ? ['SITE_URL começa com http://; precisa ser https://']
      : []),
    ...(backend.PUBLIC_SUPABASE_URL === undefined
      ? ['PUBLIC_SUPABASE_URL não está definida: o formulário não envia mensagens']
      : []),
    ...(backend.PUBLIC_SUPABASE_URL?.includes('abcdefghijklmnop') === true
      ? ['PUBLIC_SUPABASE_URL é a do arquivo de exemplo']
      : []),
    ...(backend.PUBLIC_SUPABASE_ANON_KEY === undefined
      ? ['PUBLIC_SUPABASE_ANON_KEY não está definida: o formulário não envia mensagens']
      : []),
    ...(/x{20}/.test(backend.PUBLIC_SUPABASE_ANON_KEY ?? '')
      ? ['PUBLIC_SUPABASE_ANON_KEY é a do arquivo de exemplo']
      : []),
  ];
}

function sentenceOn({ name, missingOn }: EnvironmentProblem, variables: NodeJS.ProcessEnv): string {
  if (missingOn) {
    const { host, menu } = missingOn;
    return `${name} não está definida; no ${host}, defina em ${menu}, também para as prévias`;
  }
  const isSet = (variable: string) => (variables[variable] ?? '') !== '';
  const missing = BACKEND.filter((variable) => !isSet(variable));
  if (BACKEND.some((variable) => variable === name) && missing.length === 1) {
    return `${BACKEND.join(' e ')} andam juntas: falta ${missing.join()}`;
  }
  return `${name} precisa ser ${WANTED[name]}; está ${quote(shown(name, variables))}`;
}

/** @throws whatever is no matter of the variables */
function sentences(variables: NodeJS.ProcessEnv): string[] {
  try {
    return sentencesOn(readEnvironment(variables));
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.problems.map((problem) => sentenceOn(problem, variables));
  }
}

export function environmentObstacles(variables: NodeJS.ProcessEnv = process.env): Obstacle[] {
  return sentences(variables).map((sentence) => ({ area: 'Configuração', sentence }));
}
