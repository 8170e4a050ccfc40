/** The pictures that plans bring: where they are, and which travel inside the page. */
import { posix } from 'node:path';
import type { CollectionEntry } from 'astro:content';

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
 * @returns for example `src/content/plans/tecnologia.svg`; undefined in the editor's preview, where
 *   pictures have no files
 */
export function pictureFile({ filePath, rendered }: CollectionEntry<'plans'>): string | undefined {
  const fields = rendered?.metadata?.frontmatter as { detail: { image: string } } | undefined;
  return filePath && fields && posix.join(posix.dirname(filePath), fields.detail.image);
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
