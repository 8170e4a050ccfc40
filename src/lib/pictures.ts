/** Finds the pictures of plans, and inlines small drawings. */
import { posix } from 'node:path';
import type { ImageMetadata } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { z } from 'zod';

/**
 * Longest `data:` URL. A drawing of this size is some 2.5 KB compressed, for which a plan's page has room
 * in its first round trip; a file would cost a second one.
 */
const IN_PAGE_LIMIT_CHARACTERS = 8192;

const drawings = import.meta.glob<string>('/src/content/plans/**/*.svg', {
  query: '?inline',
  import: 'default',
});

const FIELDS = z.object({ detail: z.object({ image: z.string() }) });

/**
 * The file of a plan's picture, relative to the project. Astro exposes only its URL.
 *
 * @returns such as `src/content/plans/tecnologia.svg`; undefined in the editor's preview, where pictures
 *   have no files
 */
function pictureFile({ filePath, rendered }: CollectionEntry<'plans'>): string | undefined {
  const { data } = FIELDS.safeParse(rendered?.metadata?.frontmatter);
  return filePath && data && posix.join(posix.dirname(filePath), data.detail.image);
}

/**
 * An image's format, size and URL. Astro ships the original of an image whose properties are read, unless they
 * are those of its clone (astro/dist/assets/utils/proxy.js).
 */
export function metadataOf(image: ImageMetadata & { clone?: ImageMetadata }): ImageMetadata {
  return image.clone ?? image;
}

/** A plan's drawing as a `data:` URL, painted with the page; undefined if it is too large. */
export async function drawingInPage(plan: CollectionEntry<'plans'>): Promise<string | undefined> {
  const drawing = await drawings[`/${pictureFile(plan) ?? ''}`]?.();
  // Vite leaves the braces of inline styles unencoded: invalid in a URL.
  const url = drawing?.replace(/[{}]/g, encodeURIComponent);
  return url !== undefined && url.length <= IN_PAGE_LIMIT_CHARACTERS ? url : undefined;
}
