/** Replaces `astro:content`: the pages of the preview read the editor's data. */
import { createComponent, render as template, unescapeHTML } from 'astro/runtime/server/index.js';
import type { CollectionName } from '../../../src/schemas/collections.ts';

export interface PreviewEntry {
  id: string;
  data: Record<string, unknown>;
  /** The Markdown below the fields, as HTML. */
  html: string;
}

export type PreviewContent = Record<CollectionName, PreviewEntry[]>;

let content: Partial<PreviewContent> = {};

export function setContent(next: PreviewContent): void {
  content = next;
}

export function getCollection(name: CollectionName): Promise<PreviewEntry[]> {
  return Promise.resolve(content[name] ?? []);
}

export function render({ html }: PreviewEntry) {
  return { Content: createComponent(() => template`${unescapeHTML(html)}`) };
}
