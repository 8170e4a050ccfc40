import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** Drops the alignment of columns, which HTML has no valid attribute for. */
export function plainTables() {
  return (tree: Root): void => {
    visit(tree, 'table', (table) => {
      table.align = null;
    });
  };
}
