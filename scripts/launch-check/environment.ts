import { parseEnvironment } from '../../src/lib/environment.ts';

/** Reserved (RFC 2606), local and example host names, and any IP address. */
const PLACEHOLDER_HOST =
  /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$|^(?:\d+(?:\.\d+){3}|\[.*\]|(?:www\.)?empresa\.com\.br)$/;

/**
 * Finds settings that a public site needs and a local build does not.
 *
 * @param variables defaults to those of this process and of files such as `.env`
 */
export function environmentIssues(variables?: NodeJS.ProcessEnv): string[] {
  const { environment, issues } = parseEnvironment(variables);
  if (environment === undefined) return issues;
  const { SITE_URL, PUBLIC_SUPABASE_URL: backend, PUBLIC_SUPABASE_ANON_KEY: key } = environment;
  const { protocol, hostname } = new URL(SITE_URL);
  const isPlaceholder = PLACEHOLDER_HOST.test(hostname);
  return [
    isPlaceholder && `SITE_URL é ${SITE_URL}: falta o endereço verdadeiro do site`,
    !isPlaceholder && protocol === 'http:' && 'SITE_URL começa com http://; precisa ser https://',
    backend === undefined &&
      'PUBLIC_SUPABASE_URL e PUBLIC_SUPABASE_ANON_KEY não estão definidas: o formulário não envia mensagens',
    backend?.includes('abcdefghijklmnop') && 'PUBLIC_SUPABASE_URL é a do arquivo de exemplo',
    key !== undefined && /x{20}/.test(key) && 'PUBLIC_SUPABASE_ANON_KEY é a do arquivo de exemplo',
  ].filter((text) => typeof text === 'string');
}
