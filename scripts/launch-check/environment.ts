import { parseEnvironment, type Environment } from '../../src/lib/environment.ts';
import { isPlaceholderHost } from './examples.ts';
import type { LaunchIssue } from './issue.ts';

/** Settings that a public site needs and a local build does not. */
function unfitForLaunch(environment: Environment): string[] {
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
  ].filter((text) => typeof text === 'string');
}

/** @param variables defaults to those of this process and of files such as `.env` */
export function environmentIssues(variables?: NodeJS.ProcessEnv): LaunchIssue[] {
  const { environment, issues } = parseEnvironment(variables);
  const texts = environment ? unfitForLaunch(environment) : issues;
  return texts.map((text) => ({ area: 'Configuração', text }));
}
