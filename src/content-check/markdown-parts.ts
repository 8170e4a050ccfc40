/** Reads what stands in a Markdown text: its words, links, images and headings. */
import { markdownToMdast, type MdastNode } from 'satteri';
import { withoutComments } from '../markdown/comments.ts';
import { FEATURES } from '../markdown/processor.ts';

export interface Reference {
  kind: 'link' | 'image';
  url: string;
  /** 1 is the first line of the text. */
  line: number;
}

/** A text that is no link and no code, with the characters that it was written with. */
export interface Prose {
  source: string;
  /** 1 is the first line of the text. */
  line: number;
}

export interface MarkdownParts {
  /** What a visitor would read. */
  words: string;
  references: Reference[];
  prose: Prose[];
  headings: string[];
}

function textOf(node: MdastNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function nodesIn(node: MdastNode): MdastNode[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])];
}

export function readMarkdown(text: string): MarkdownParts {
  const source = withoutComments(text);
  const root = markdownToMdast(source, { features: FEATURES, position: true });
  const nodes = nodesIn(root);
  const namesOfImages = nodes.flatMap((node) =>
    node.type === 'imageReference' ? node.identifier : [],
  );
  const parts: MarkdownParts = { words: textOf(root), references: [], prose: [], headings: [] };
  for (const node of nodes) {
    const { line = 1, offset } = node.position?.start ?? {};
    if (node.type === 'text') {
      parts.prose.push({ source: source.slice(offset, node.position?.end.offset), line });
    } else if (node.type === 'heading') {
      parts.headings.push(textOf(node));
    } else if (node.type === 'link' || node.type === 'image') {
      parts.references.push({ kind: node.type, url: node.url, line });
    } else if (node.type === 'definition') {
      const kind = namesOfImages.includes(node.identifier) ? 'image' : 'link';
      parts.references.push({ kind, url: node.url, line });
    }
  }
  return parts;
}
