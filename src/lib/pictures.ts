/** The pictures that plans bring: where they are, and which travel inside the page. */
import { posix } from 'node:path';
import type { CollectionEntry } from 'astro:content';
import { readContentFile } from '../content-files/files.ts';

/**
 * Longest URL that a picture may become. A drawing of this size is some 2.5 KB compressed, which
 * a plan's page has left in its first round trip; a file of its own would cost a second one.
 */
const IN_PAGE_LIMIT_CHARS = 8192;

const drawings = import.meta.glob<string>('/src/content/plans/**/*.svg', {
  query: '?inline',
  import: 'default',
});

/**
 * A plan's picture relative to the project: Astro itself only tells where the site will serve it.
 *
 * @returns for example `src/content/plans/tecnologia.svg`; undefined while somebody is breaking the
 *   file that the dev server has read before
 */
export function pictureFile({ id, filePath }: CollectionEntry<'plans'>): string | undefined {
  if (filePath === undefined) throw new Error(`The plan "${id}" has no file.`);
  const { data } = readContentFile(filePath);
  const image = (data as { detail?: { image?: unknown } } | undefined)?.detail?.image;
  return typeof image === 'string' ? posix.join(posix.dirname(filePath), image) : undefined;
}

/**
 * A plan's drawing as a `data:` URL, so that it is painted with the page; undefined where it is
 * too large for that.
 */
export async function drawingInPage(plan: CollectionEntry<'plans'>): Promise<string | undefined> {
  const drawing = await drawings[`/${pictureFile(plan) ?? ''}`]?.();
  // Vite leaves the braces of its styles as they are, which no URL may hold.
  const url = drawing?.replace(/[{}]/g, encodeURIComponent);
  return url !== undefined && url.length <= IN_PAGE_LIMIT_CHARS ? url : undefined;
}
