import { readEnvironment, type Environment } from '../lib/environment.ts';
import { isPlaceholderHost } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

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

function sentences(variables: NodeJS.ProcessEnv): string[] {
  try {
    return sentencesOn(readEnvironment(variables));
  } catch (error) {
    // The error names every malformed variable on a line of its own, below its title.
    const [, ...lines] = (error as Error).message.split('\n');
    return lines.map((line) => `variável malformada: ${line.trim()}`);
  }
}

export function environmentObstacles(variables: NodeJS.ProcessEnv = process.env): Obstacle[] {
  return sentences(variables).map((sentence) => ({ area: 'Configuração', sentence }));
}
