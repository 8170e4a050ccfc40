import type { MarkdownHeading } from 'astro';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { SOMETHING_VISIBLE } from './fields.ts';
import type { Issue } from './issue.ts';
import { findLeftovers } from './leftovers.ts';
import { textHeadingId } from './markdown/headings.ts';
import { ownPath, SITE_ORIGIN } from './markdown/links.ts';
import { markdownProcessor } from './markdown/processor.ts';
import type { MarkdownSource } from './source.ts';

/** A URL in a text, and its line in the file. */
interface Reference {
  url: string;
  line: number;
}

export interface MarkdownBody {
  text: string;
  html: string;
  headings: MarkdownHeading[];
  links: Reference[];
  images: Reference[];
  issues: Issue[];
}

function textOf(node: Nodes): string {
  let text = '';
  visit(node, (inner) => {
    if ('value' in inner) text += inner.value;
  });
  return text;
}

/** @param homeUrl URL of the site, or only the path that it is deployed under */
export function readBody({ text, firstLine }: MarkdownSource, homeUrl: string): MarkdownBody {
  const processor = markdownProcessor(new URL(homeUrl, SITE_ORIGIN).pathname);
  const tree = processor.parse(text);
  const headings: MarkdownHeading[] = [];
  const links: Reference[] = [];
  const images: Reference[] = [];
  visit(tree, (node) => {
    const line = firstLine - 1 + (node.position?.start.line ?? 1);
    if (node.type === 'heading') {
      const slug = textHeadingId(headings.length + 1);
      headings.push({ depth: node.depth, slug, text: textOf(node) });
    }
    if (!('url' in node)) return;
    node.url = ownPath(node.url, homeUrl);
    // A definition may belong to links or images: internal links start with a slash, images with a dot.
    const isImage =
      node.type === 'image' || (node.type === 'definition' && node.url.startsWith('.'));
    (isImage ? images : links).push({ url: node.url, line });
  });
  const isSeen = images.length > 0 || SOMETHING_VISIBLE.test(textOf(tree));
  const issues = isSeen
    ? findLeftovers(text, tree, firstLine)
    : [{ line: firstLine, expected: 'o texto abaixo dos campos', found: 'nada escrito' }];
  // The plugins mutate the tree: everything above needs it as written.
  const html = processor.stringify(processor.runSync(tree));
  return { text, html, headings, links, images, issues };
}
