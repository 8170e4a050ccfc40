import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** The first level is the page's own heading. */
const TOP_LEVEL = 2;
/** Deeper levels have no style. */
const LOWEST_LEVEL = 3;

/** ID of a heading in a text, by its number: no wording can clash with an ID of the page. */
export function textHeadingId(number: number): string {
  return `texto-${number}`;
}

/**
 * Makes headings start below the page's own and skip no level, whatever levels a text uses, and gives
 * them IDs.
 */
export function headings() {
  return (tree: Root): void => {
    const topLevels = tree.children.flatMap((node) => (node.type === 'heading' ? node.depth : []));
    const shift = topLevels.length === 0 ? 0 : TOP_LEVEL - Math.min(...topLevels);
    let previous = TOP_LEVEL - 1;
    let count = 0;
    visit(tree, 'heading', (heading) => {
      const wanted = Math.max(heading.depth + shift, TOP_LEVEL);
      previous = Math.min(wanted, previous + 1, LOWEST_LEVEL);
      heading.depth = previous < LOWEST_LEVEL ? TOP_LEVEL : LOWEST_LEVEL;
      count += 1;
      heading.data = { hProperties: { id: textHeadingId(count) } };
    });
  };
}
