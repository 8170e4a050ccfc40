import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** Reads Markdown with tables, in the editor as in the content check. A build renders with Sätteri. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])];
}

/** The whole text first, then each node before those inside it. */
export function nodesOf(text: string): Nodes[] {
  return nodesIn(parseMarkdown(text));
}

/** The words of each heading. */
export function headingsOf(text: string): string[] {
  const headings = nodesOf(text).filter(({ type }) => type === 'heading');
  return headings.map((heading) =>
    nodesIn(heading)
      .map((node) => ('value' in node ? node.value : ''))
      .join(''),
  );
}
