import type { MarkdownIt, Token } from 'markdown-it';

/** At least one visible character. */
export const SOMETHING_VISIBLE = /[\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]/u;

const isSilent = (tokens: Token[]): boolean =>
  !tokens.some(({ content }) => SOMETHING_VISIBLE.test(content));

/** Leaves out links without words, not the pictures in them. */
function withoutEmptyLinks(children: Token[]): Token[] {
  const starts = children.flatMap(({ type }, index) => (type === 'link_open' ? [index] : []));
  const empty = starts.flatMap((start) => {
    const end = children.findIndex(({ type }, index) => index > start && type === 'link_close');
    return isSilent(children.slice(start, end)) ? [start, end] : [];
  });
  return children.filter((_child, index) => !empty.includes(index));
}

/** Leaves out links and headings without words, which an editor makes with one key too many. */
export function emptyParts({ core }: MarkdownIt): void {
  core.ruler.push('empty_parts', (state) => {
    for (const token of state.tokens) {
      if (token.children) token.children = withoutEmptyLinks(token.children);
    }
    const { tokens } = state;
    const isEmpty = (index: number): boolean => {
      const { children } = tokens[index] ?? {};
      return tokens[index - 1]?.type === 'heading_open' && isSilent(children ?? []);
    };
    for (const [index, token] of tokens.entries()) {
      if (!isEmpty(index)) continue;
      // A picture stays, in a paragraph.
      const around = [tokens[index - 1], tokens[index + 1]];
      for (const one of around) {
        if (one) Object.assign(one, { type: one.type.replace('heading', 'paragraph'), tag: 'p' });
      }
      if (!token.children?.some(({ type }) => type === 'image')) {
        for (const one of [...around, token]) if (one) one.type = 'dropped';
      }
    }
    state.tokens = tokens.filter(({ type }) => type !== 'dropped');
  });
}
