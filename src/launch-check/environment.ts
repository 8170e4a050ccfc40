import { EnvironmentError, readEnvironment } from '../lib/environment.ts';
import { isPlaceholderHost } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

/** What a public site needs that a build on a developer's machine can do without. */
function problemsIn(variables: NodeJS.ProcessEnv): readonly string[] {
  const environment = readEnvironment(variables);
  const { SITE_URL, PUBLIC_SUPABASE_URL: backend, PUBLIC_SUPABASE_ANON_KEY: key } = environment;
  const { protocol, hostname } = new URL(SITE_URL);
  const isPlaceholder = isPlaceholderHost(hostname);
  return [
    isPlaceholder && `SITE_URL é ${SITE_URL}: falta o endereço verdadeiro do site`,
    !isPlaceholder && protocol === 'http:' && 'SITE_URL começa com http://; precisa ser https://',
    backend === undefined &&
      'PUBLIC_SUPABASE_URL e PUBLIC_SUPABASE_ANON_KEY não estão definidas: o formulário não envia mensagens',
    backend?.includes('abcdefghijklmnop') && 'PUBLIC_SUPABASE_URL é a do arquivo de exemplo',
    key !== undefined && /x{20}/.test(key) && 'PUBLIC_SUPABASE_ANON_KEY é a do arquivo de exemplo',
  ].filter((problem) => typeof problem === 'string');
}

export function environmentObstacles(variables: NodeJS.ProcessEnv = process.env): Obstacle[] {
  let problems: readonly string[];
  try {
    problems = problemsIn(variables);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    problems = error.problems;
  }
  return problems.map((text) => ({ area: 'Configuração', text }));
}
