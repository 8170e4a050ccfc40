import type { MarkdownIt } from 'markdown-it';

/** The first level is the page's own heading. */
const TOP_LEVEL = 2;
/** Deeper levels have no style. */
const LOWEST_LEVEL = 3;

/**
 * Makes headings start below the page's own and skip no level, whatever levels a text uses. Their IDs are
 * numbers: no wording can clash with an ID of the page.
 */
export function headings({ core }: MarkdownIt): void {
  core.ruler.push('headings', ({ tokens }) => {
    const levelOf = (tag: string): number => Number(tag.slice(1));
    const opening = tokens.filter(({ type }) => type === 'heading_open');
    const topLevels = opening.flatMap(({ level, tag }) => (level === 0 ? levelOf(tag) : []));
    const shift = topLevels.length === 0 ? 0 : TOP_LEVEL - Math.min(...topLevels);
    let [previous, count] = [TOP_LEVEL - 1, 0];
    for (const token of tokens) {
      if (token.type === 'heading_open') {
        const wanted = Math.max(levelOf(token.tag) + shift, TOP_LEVEL);
        previous = Math.min(wanted, previous + 1, LOWEST_LEVEL);
        count += 1;
        token.attrSet('id', `texto-${count}`);
      }
      if (token.type.startsWith('heading')) token.tag = `h${previous}`;
    }
  });
}
