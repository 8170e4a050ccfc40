/** Checks the Markdown text below the front matter: its words, its links and its images. */
import type { Issue } from '../content-files/issue.ts';
import type { MarkdownBody } from '../content-files/parse.ts';
import { quote, quoteLine } from '../content-files/quote.ts';
import { completeLink, kindOfLink } from '../markdown/links.ts';
import { SOMETHING_VISIBLE } from '../schemas/fields.ts';
import { checkInternalLink, type Site } from './links.ts';
import { readMarkdown } from './markdown-parts.ts';

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
  { pattern: /^\|.+\|/m, expected: 'uma tabela com a linha |---|---| embaixo dos títulos' },
  { pattern: /~~/, expected: 'um texto sem ~~: o site não risca palavras' },
  { pattern: /^##+[^#\s]/m, expected: 'um espaço depois do título: ## Assim' },
  { pattern: /^\[[ x]\]\s/i, expected: 'uma lista sem caixas de marcar: - item' },
  { pattern: /^-\p{Letter}/mu, expected: 'um espaço depois do hífen: - item' },
];

function findLeftovers(source: string, firstLine: number): Issue[] {
  return LEFTOVERS.flatMap(({ pattern, expected }) => {
    const index = source.search(pattern);
    if (index === -1) return [];
    const line = source.slice(0, index).split('\n').length;
    return [{ line: firstLine - 1 + line, expected, found: quoteLine(source, line) }];
  });
}

function checkLink(url: string, here: string, site: Site) {
  const link = completeLink(url);
  const kind = kindOfLink(link);
  if (kind === 'internal') return checkInternalLink(link, here, site);
  const expected = 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /';
  return kind === 'forbidden' ? { expected } : undefined;
}

/** @param here path of the page that the text stands on */
export async function checkBody(
  { text, firstLine }: MarkdownBody,
  here: string,
  site: Site,
  checkImage: (name: string) => Promise<string | undefined>,
): Promise<Issue[]> {
  const { references, prose } = readMarkdown(text, firstLine);
  const isSeen = prose.some(({ source }) => SOMETHING_VISIBLE.test(source));
  if (!isSeen && !references.some(({ kind }) => kind === 'image')) {
    return [
      { line: firstLine, expected: 'o texto do plano abaixo dos campos', found: 'nada escrito' },
    ];
  }
  const inReferences = await Promise.all(
    references.map(async ({ kind, url, line }): Promise<Issue[]> => {
      const found = quote(url);
      if (kind === 'link') {
        const issue = checkLink(url, here, site);
        return issue ? [{ line, found, ...issue }] : [];
      }
      const expected = await checkImage(url);
      return expected === undefined ? [] : [{ line, expected, found }];
    }),
  );
  const inProse = prose.flatMap(({ source, line }) => findLeftovers(source, line));
  return [...inProse, ...inReferences.flat()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
