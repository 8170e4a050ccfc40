/** Finds mistyped Markdown, which would be published literally. */
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { issueAt, type Issue } from './issue.ts';

/** Replaces characters that the parser took for syntax. */
const MASK = '\uFFFC';

const LEFTOVERS = [
  {
    // Skips an escaped \[ and a note such as “[1] (https://exemplo.com)”.
    pattern:
      /(?<!\\|\\\[[^\][]*|\[\d+)\]\s*\(\s*(?:\/|#\S|\.{1,2}\/|https?:|www\.|mailto:|tel:|[^()\n]*\.(?:svg|png|jpe?g|webp|avif)\))/gi,
    expected: 'um link inteiro, sem espaços: [texto](/planos), ![foto](./foto.jpg)',
  },
  { pattern: /(?<!\\)\*\*|(?<!\\|\w)__/g, expected: 'negrito sem espaços por dentro: **assim**' },
  {
    pattern: /^(?:<{7}|>{7}|={7})/gm,
    expected: 'uma versão só do texto: há um conflito do Git',
  },
  {
    pattern: /^\|.+\|/gm,
    expected:
      'uma tabela colada do Word ou de uma planilha, ou com a linha |---|---| embaixo dos títulos',
  },
  { pattern: /~~/g, expected: 'um texto sem ~~: o site não risca palavras' },
  { pattern: /^\uFFFC*##+[^#\s]/gm, expected: 'um espaço depois do título: ## Assim' },
  { pattern: /^\uFFFC*\[[ x]\]\s/gim, expected: 'uma lista sem caixas de marcar: - item' },
  { pattern: /^\uFFFC*-\p{Letter}/gmu, expected: 'um espaço depois do hífen: - item' },
  {
    pattern: /(?<!\\)<(?:!--|[a-z!?][^<>]*>)/gi,
    expected: 'um texto sem HTML: o site o mostraria como está escrito',
  },
];

/**
 * Masks the source except for what visitors read as written: plain text, and bare URLs, which may be
 * the end of a broken link. Offsets and lines stay the same.
 */
function maskSyntax(source: string, tree: Root): string {
  let masked = source.replace(/[^\n]/g, MASK);
  visit(tree, ['text', 'link'], (node) => {
    const { start: { offset: start = 0 } = {}, end: { offset: end = 0 } = {} } =
      node.position ?? {};
    const isWritten = node.type === 'text' || !/[[<]/.test(source[start] ?? '');
    if (isWritten) masked = masked.slice(0, start) + source.slice(start, end) + masked.slice(end);
  });
  return masked;
}

/**
 * @param source that the tree was parsed from
 * @param firstLine line of the file on which the source begins
 */
export function findLeftovers(source: string, tree: Root, firstLine: number): Issue[] {
  const masked = maskSyntax(source, tree);
  return LEFTOVERS.flatMap(({ pattern, expected }) => {
    const issues = Array.from(masked.matchAll(pattern), ({ index }) =>
      issueAt(source, index, expected),
    );
    const byLine = new Map(issues.map((issue) => [issue.line, issue]));
    return Array.from(byLine.values(), (issue) => ({ ...issue, line: firstLine - 1 + issue.line }));
  });
}
