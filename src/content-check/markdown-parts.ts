/** Reads what stands in a Markdown text: its words, links, images and headings. */
import type { Nodes } from 'mdast';
import { withoutComments } from '../markdown/comments.ts';
import { parseMarkdown } from '../markdown/parse.ts';

export interface MarkdownParts {
  references: { kind: 'link' | 'image'; url: string; line: number }[];
  /** Each text that is no code, with the characters that it was written with. */
  prose: { source: string; line: number }[];
  headings: string[];
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])];
}

/** @param firstLine of the file that the text begins on */
export function readMarkdown(text: string, firstLine = 1): MarkdownParts {
  const source = withoutComments(text);
  const root = parseMarkdown(source);
  const parts: MarkdownParts = { references: [], prose: [], headings: [] };
  for (const node of nodesIn(root)) {
    const { start, end } = node.position ?? {};
    const line = firstLine - 1 + (start?.line ?? 1);
    if (node.type === 'text') {
      parts.prose.push({ source: source.slice(start?.offset, end?.offset), line });
    } else if (node.type === 'heading') {
      parts.headings.push(textOf(node));
    } else if ('url' in node) {
      // A definition may be of both: no link of the site begins with a dot, and every image does.
      const isImage = node.type === 'image' || node.url.startsWith('.');
      parts.references.push({ kind: isImage ? 'image' : 'link', url: node.url, line });
    }
  }
  return parts;
}
