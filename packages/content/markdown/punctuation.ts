import type { MarkdownIt, StateCore } from 'markdown-it';

/** `--` is an en dash, `---` an em dash. */
const dashesAndDots = (text: string): string =>
  text
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replace(/\.{3,}|\. \. \./g, '…');

/** Quotation marks that the library leaves: they have no partner in their paragraph. */
const loneQuotes = (text: string): string =>
  text
    .replace(/(^|[\s(])"(?=\S)/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll("'", '’');

/** Sets dashes, dots and quotation marks as print does; `(c)` and `+-`, which the library would change, stay. */
export function punctuation({ core: { ruler } }: MarkdownIt): void {
  const inText =
    (change: (text: string) => string) =>
    ({ tokens }: StateCore): void => {
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        if (token.type === 'text') token.content = change(token.content);
      }
    };
  ruler.at('replacements', inText(dashesAndDots));
  ruler.after('smartquotes', 'lone_quotes', inText(loneQuotes));
}
