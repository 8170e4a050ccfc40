/** Finds mistyped Markdown, which would be published literally. */
import type { Token } from 'markdown-it';
import { GARBLED } from './fields.ts';
import { issueOn, lineAt, type Issue } from './issue.ts';

/** Replaces characters that the parser took for syntax. */
const MASK = '\uFFFC';

const MISTYPED = [
  GARBLED,
  {
    // Skips an escaped \[ and a note such as “[1] (https://exemplo.com)”.
    pattern:
      /(?<!\\|\\\[[^\][]*|\[\d+)\]\s*\(\s*(?:\/|#\S|\.{1,2}\/|https?:|www\.|mailto:|tel:|[^()\n]*\.(?:svg|png|jpe?g|webp|avif)\))/gi,
    expected: 'um link inteiro, sem espaços: [texto](/planos), ![foto](./foto.jpg)',
  },
  {
    pattern: /(?<!\\)(?:\*\*|~~)|(?<!\\|\w)__/g,
    expected: 'negrito e riscado sem espaços por dentro: **assim**, ~~assim~~',
  },
  {
    pattern: /^(?:<{7}|>{7}|={7})/gm,
    expected: 'uma versão só do texto: há um conflito do Git',
  },
  {
    pattern: /^\|.+\|/gm,
    expected:
      'uma tabela colada do Word ou de uma planilha, ou com a linha |---|---| embaixo dos títulos',
  },
  { pattern: /^##+[^#\s]/gm, expected: 'um espaço depois do título: ## Assim' },
  { pattern: /^-\p{Letter}/gmu, expected: 'um espaço depois do hífen: - item' },
  {
    pattern: /(?<!\\)<(?:!|[a-z?][^<>]*>)/gi,
    expected: 'um texto sem HTML: o site o mostraria como está escrito',
  },
];

/** The lines of a paragraph, its syntax masked except for what visitors read as written. */
function asWritten({ type, content, markup }: Token): string {
  if (type === 'text') return content;
  if (type.endsWith('break')) return '\n';
  // An escaped character as it is typed; a bare URL may be the end of a broken link.
  return type === 'text_special' ? markup : markup === 'linkify' ? '' : MASK;
}

/**
 * @param source that the tokens were parsed from
 * @param firstLine line of the file on which the source begins
 */
export function findMistypedMarkdown(source: string, tokens: Token[], firstLine: number): Issue[] {
  let start = 1;
  const issues = tokens.flatMap(({ map, children }) => {
    if (map) start = map[0] + 1;
    const written = (children ?? []).map(asWritten).join('');
    return MISTYPED.flatMap(({ pattern, expected }) =>
      Array.from(written.matchAll(pattern), ({ index }) =>
        issueOn(source, start - 1 + lineAt(written, index), expected),
      ),
    );
  });
  const byLine = new Map(issues.map((issue) => [`${issue.line} ${issue.expected}`, issue]));
  return Array.from(byLine.values(), (issue) => ({ ...issue, line: firstLine - 1 + issue.line }));
}
