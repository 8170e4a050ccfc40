import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** Turns fenced code into a paragraph: no plan is about code. */
export function codeAsText() {
  return (tree: Root): void => {
    visit(tree, 'code', ({ value }, index, parent) => {
      if (!parent || index === undefined) return;
      parent.children[index] = { type: 'paragraph', children: [{ type: 'text', value }] };
    });
  };
}
