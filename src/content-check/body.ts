/** Checks the Markdown text below the front matter: its words, its links and its images. */
import { quote } from '../content-files/quote.ts';
import { kindOfLink } from '../markdown/links.ts';
import { SOMETHING_VISIBLE } from '../schemas/fields.ts';
import { checkInternalLink, type Site } from './links.ts';
import type { MarkdownParts, Prose, Reference } from './markdown-parts.ts';
import type { Issue } from './problem.ts';

export interface BodyIssue extends Omit<Issue, 'path'> {
  /** 1 is the first line of the text. */
  line: number;
}

/** Another site or a mailbox as people write it: without what a browser adds. */
const BARE_SITE = /^(?:www\.|[\w.-]+\.(?:com|br|net|org)(?=[/?#:]|$))/i;
const BARE_EMAIL = /^[^\s/:@]+@[^\s/:@]+$/;

/** Markdown with a typo in it, which would be published character by character. */
const LEFTOVERS = [
  {
    // Whoever writes \[ wants to see the bracket, and “[1] (https://exemplo.com)” is a note.
    pattern:
      /(?<!\\|\\\[[^\][]*|\[\d+)\]\s*\(\s*(?:\/|#\S|\.{1,2}\/|https?:|www\.|mailto:|tel:|[^()\n]*\.(?:svg|png|jpe?g|webp|avif)\))/i,
    expected: 'um link inteiro, sem espaços: [texto](/planos), ![foto](./foto.jpg)',
  },
  { pattern: /(?<!\\)\*\*|(?<!\\|\w)__/, expected: 'negrito sem espaços por dentro: **assim**' },
  { pattern: /^(?:<{7}|>{7}|={7})/m, expected: 'uma versão só do texto: há um conflito do Git' },
  { pattern: /^\|.+\|/m, expected: 'uma lista em vez da tabela: o site não mostra tabelas' },
  { pattern: /~~/, expected: 'um texto sem ~~: o site não risca palavras' },
  { pattern: /^##+[^#\s]/m, expected: 'um espaço depois do título: ## Assim' },
  { pattern: /^\[[ x]\]\s/i, expected: 'uma lista sem caixas de marcar: - item' },
  { pattern: /^-\p{Letter}/mu, expected: 'um espaço depois do hífen: - item' },
];

function findLeftovers({ source, line }: Prose): BodyIssue[] {
  return LEFTOVERS.flatMap(({ pattern, expected }) => {
    const index = source.search(pattern);
    if (index === -1) return [];
    const before = source.slice(0, index).split('\n');
    const found = quote(source.split('\n')[before.length - 1] ?? '');
    return [{ line: line + before.length - 1, expected, found }];
  });
}

function adviseOnLink(url: string): string | undefined {
  if (BARE_EMAIL.test(url)) return `Você quis dizer “mailto:${url}”?`;
  return BARE_SITE.test(url) ? `Você quis dizer “https://${url}”?` : undefined;
}

function checkLink(url: string, here: string, site: Site) {
  const kind = kindOfLink(url);
  if (kind === 'internal') return checkInternalLink(url, here, site);
  if (kind !== 'forbidden') return undefined;
  const expected = 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /';
  return { expected, advice: adviseOnLink(url) };
}

/**
 * @param here path of the page that the text stands on
 * @param checkImage says what is expected instead of an image
 */
export async function checkBody(
  { words, references, prose }: MarkdownParts,
  here: string,
  site: Site,
  checkImage: (name: string) => Promise<string | undefined>,
): Promise<BodyIssue[]> {
  if (!SOMETHING_VISIBLE.test(words) && !references.some(({ kind }) => kind === 'image')) {
    return [{ line: 1, expected: 'o texto do plano abaixo dos campos', found: 'nada escrito' }];
  }
  const checkReference = async ({ kind, url, line }: Reference): Promise<BodyIssue[]> => {
    const found = quote(url);
    if (kind === 'link') {
      const issue = checkLink(url, here, site);
      return issue ? [{ line, found, ...issue }] : [];
    }
    const expected = await checkImage(url);
    return expected === undefined ? [] : [{ line, expected, found }];
  };
  const inReferences = await Promise.all(references.map(checkReference));
  return [...prose.flatMap(findLeftovers), ...inReferences.flat()].sort((a, b) => a.line - b.line);
}
