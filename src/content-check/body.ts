/** Checks the Markdown text below the front matter: its words, its links and its images. */
import type { Nodes } from 'mdast';
import type { Issue } from '../content-files/issue.ts';
import type { MarkdownBody } from '../content-files/parse.ts';
import { lineAt, quote, quoteLine } from '../content-files/quote.ts';
import { withoutComments } from '../markdown/comments.ts';
import { completeLink, kindOfLink } from '../markdown/links.ts';
import { nodesOf } from '../markdown/parse.ts';
import { SOMETHING_VISIBLE } from '../schemas/fields.ts';
import type { ImageUse } from '../schemas/image.ts';
import { checkInternalLink, type Site } from './links.ts';

/** What an entry is checked against, apart from its schema. */
export interface Surroundings {
  site: Site;
  /** Says what is expected instead of an image, or nothing where all is well. */
  checkImage: (name: string, use?: ImageUse) => Promise<string | undefined>;
}

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
  {
    pattern: /(?<!\\)<[a-z/?!][^<>]*>/i,
    expected: 'um texto sem HTML: o site o mostraria como está escrito',
  },
];

function findLeftovers(source: string, firstLine: number): Issue[] {
  return LEFTOVERS.flatMap(({ pattern, expected }) => {
    const index = source.search(pattern);
    if (index === -1) return [];
    const line = lineAt(source, index);
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
  { site, checkImage }: Surroundings,
): Promise<Issue[]> {
  const source = withoutComments(text);
  const nodes = nodesOf(source);
  const isSeen = nodes.some((node) =>
    'value' in node ? SOMETHING_VISIBLE.test(node.value) : node.type.startsWith('image'),
  );
  if (!isSeen) {
    return [
      { line: firstLine, expected: 'o texto do plano abaixo dos campos', found: 'nada escrito' },
    ];
  }
  async function checkNode(node: Nodes): Promise<Issue[]> {
    const { start, end } = node.position ?? {};
    const line = firstLine - 1 + (start?.line ?? 1);
    if (node.type === 'text' || node.type === 'html') {
      return findLeftovers(source.slice(start?.offset, end?.offset), line);
    }
    if (!('url' in node)) return [];
    const found = quote(node.url);
    // A definition may be of both: no link of the site begins with a dot, and every image does.
    if (node.type === 'image' || node.url.startsWith('.')) {
      const expected = await checkImage(node.url);
      return expected === undefined ? [] : [{ line, expected, found }];
    }
    const issue = checkLink(node.url, here, site);
    return issue ? [{ line, found, ...issue }] : [];
  }
  return (await Promise.all(nodes.map(checkNode))).flat();
}
