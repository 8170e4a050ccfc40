/** Replaces `astro:content`: the pages of the preview read the editor's data. */
import type { MarkdownHeading } from 'astro';
import { createComponent, render as template, unescapeHTML } from 'astro/runtime/server/index.js';

export interface PreviewEntry {
  id: string;
  data: Record<string, unknown>;
  /** The Markdown below the fields, as HTML. */
  html: string;
  headings: MarkdownHeading[];
}

export type PreviewContent = Record<string, PreviewEntry[]>;

let content: PreviewContent = {};

export function setContent(next: PreviewContent): void {
  content = next;
}

export function getCollection(name: string): Promise<PreviewEntry[]> {
  return Promise.resolve(content[name] ?? []);
}

export function render({ html, headings }: PreviewEntry) {
  return { Content: createComponent(() => template`${unescapeHTML(html)}`), headings };
}
