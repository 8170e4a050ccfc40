import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** The id of a heading, by its number: no words of an editor's take the id of a part of the page. */
export function headingTextId(number: number): string {
  return `texto-${number}`;
}

/** Numbers headings, so that links can lead to them. */
export function headingIds() {
  return (tree: Root): void => {
    let count = 0;
    visit(tree, 'element', ({ tagName, properties }) => {
      if (!/^h\d$/.test(tagName)) return;
      count += 1;
      properties['id'] = headingTextId(count);
    });
  };
}
