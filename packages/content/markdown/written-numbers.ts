import type { MarkdownIt } from 'markdown-it';

/**
 * Has each item of a list show the number that it was written with: CommonMark counts on from the first. Only items that
 * are all written “1.” count.
 */
export function writtenNumbers({ core }: MarkdownIt): void {
  core.ruler.push('written_numbers', ({ tokens }) => {
    /** The last item's number, as it was written and as it is shown, of the list at each level. */
    const last: ({ written: number; shown: number } | undefined)[] = [];
    for (const token of tokens) {
      if (token.type === 'ordered_list_open') last[token.level + 1] = undefined;
      if (token.type !== 'list_item_open' || token.info === '') continue;
      const written = Number(token.info);
      const before = last[token.level];
      const shown = written === 1 && before?.written === 1 ? before.shown + 1 : written;
      if (before && shown !== before.shown + 1) token.attrSet('value', String(shown));
      last[token.level] = { written, shown };
    }
  });
}
