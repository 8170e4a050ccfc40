import { EnvironmentError, readEnvironment, type Bilingual } from '../lib/environment.ts';
import { isPlaceholderHost } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

/** What a public site needs that a build on a developer's machine can do without. */
function problemsIn(variables: NodeJS.ProcessEnv): readonly Bilingual[] {
  const environment = readEnvironment(variables);
  const { SITE_URL, PUBLIC_SUPABASE_URL: backend, PUBLIC_SUPABASE_ANON_KEY: key } = environment;
  const { protocol, hostname } = new URL(SITE_URL);
  const isPlaceholder = isPlaceholderHost(hostname);
  return [
    isPlaceholder && {
      pt: `SITE_URL é ${SITE_URL}: falta o endereço verdadeiro do site`,
      en: `SITE_URL is ${SITE_URL}: the site's real URL is missing`,
    },
    !isPlaceholder &&
      protocol === 'http:' && {
        pt: 'SITE_URL começa com http://; precisa ser https://',
        en: 'SITE_URL begins with http://; it must be https://',
      },
    backend === undefined && {
      pt: 'PUBLIC_SUPABASE_URL e PUBLIC_SUPABASE_ANON_KEY não estão definidas: o formulário não envia mensagens',
      en: 'PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY are not set: the form sends no messages',
    },
    backend?.includes('abcdefghijklmnop') && {
      pt: 'PUBLIC_SUPABASE_URL é a do arquivo de exemplo',
      en: 'PUBLIC_SUPABASE_URL is that of the example file',
    },
    key !== undefined &&
      /x{20}/.test(key) && {
        pt: 'PUBLIC_SUPABASE_ANON_KEY é a do arquivo de exemplo',
        en: 'PUBLIC_SUPABASE_ANON_KEY is that of the example file',
      },
  ].filter((problem) => typeof problem === 'object');
}

export function environmentObstacles(variables: NodeJS.ProcessEnv = process.env): Obstacle[] {
  let problems: readonly Bilingual[];
  try {
    problems = problemsIn(variables);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    problems = error.problems;
  }
  return problems.map((problem) => ({ area: 'configuration', ...problem }));
}
