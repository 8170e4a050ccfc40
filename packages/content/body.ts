import type { MarkdownHeading } from 'astro';
import type { Token } from 'markdown-it';
import type { TextStyle } from './collection.ts';
import { decode } from './broken-link.ts';
import type { Issue } from './issue.ts';
import { findMistypedMarkdown } from './mistyped-markdown.ts';
import { SOMETHING_VISIBLE } from './markdown/empty-parts.ts';
import { ownPath, SITE_ORIGIN } from './markdown/links.ts';
import { markdownProcessor } from './markdown/processor.ts';
import type { MarkdownSource } from './source.ts';

/** For a text that no page shows as it is. */
const UNSTYLED: TextStyle = { imageSizes: '100vw', unbrokenClass: 'unbroken' };

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

function textOf({ children }: Token): string {
  return (children ?? []).map(({ content }) => content).join('');
}

/**
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export function readBody(
  { text, firstLine }: MarkdownSource,
  homeUrl: string,
  style: TextStyle = UNSTYLED,
): MarkdownBody {
  const processor = markdownProcessor(new URL(homeUrl, SITE_ORIGIN).pathname, style);
  const tokens = processor.parse(text, {});
  const headings: MarkdownHeading[] = [];
  const links: Reference[] = [];
  const images: Reference[] = [];
  let line = firstLine;
  for (const [index, token] of tokens.entries()) {
    // Cells of a table have none of their own.
    if (token.map) line = firstLine + token.map[0];
    const next = tokens[index + 1];
    if (token.type === 'heading_open' && next) {
      const slug = String(token.attrGet('id'));
      headings.push({ depth: Number(token.tag.slice(1)), slug, text: textOf(next) });
    }
    for (const child of token.children ?? []) {
      if (child.type.endsWith('break')) line += 1;
      const attribute = child.type === 'image' ? 'src' : 'href';
      const written = child.attrGet(attribute);
      if (written === null) continue;
      const isImage = child.type === 'image';
      const url = isImage ? decode(String(written)) : ownPath(String(written), homeUrl);
      child.attrSet(attribute, url);
      (isImage ? images : links).push({ url, line });
    }
  }
  const html = processor.renderer.render(tokens, processor.options, {});
  const isSeen = images.length > 0 || SOMETHING_VISIBLE.test(html.replace(/<[^>]*>/g, ''));
  const issues = isSeen
    ? findMistypedMarkdown(text, tokens, firstLine)
    : [{ line: firstLine, expected: 'o texto abaixo dos campos', found: 'nada escrito' }];
  return { text, html: html.trim(), headings, links, images, issues };
}
