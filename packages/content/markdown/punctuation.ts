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
      const inline = tokens.flatMap(({ children }) => children ?? []);
      for (const [index, token] of inline.entries()) {
        // An address is shown as it is.
        const isAddress =
          inline[index - 1]?.type === 'link_open' && /^\S*[/@.]\S*$/.test(token.content);
        if (token.type === 'text' && !isAddress) token.content = change(token.content);
      }
    };
  ruler.at('replacements', inText(dashesAndDots));
  ruler.after('smartquotes', 'lone_quotes', inText(loneQuotes));
}
