import './metadata.ts';
import { z } from 'zod';
import type { ImageMetadata } from 'astro';

export const IMAGE_EXTENSIONS = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif'];

/** Formats with transparency. */
export const LOGO_EXTENSIONS = ['.svg', '.png', '.webp', '.avif'];

/** The use of an image that limits its format. */
export type ImageUse = 'logo';

/**
 * Makes the schema of a field that names an image file relative to the content file. Inside Astro
 * it is the collection's own `image()`; the content check brings one that looks on the disk.
 */
export type ImageField = (use?: ImageUse) => z.ZodType<ImageMetadata>;

/**
 * Stands in for Astro's `image()` where no image is looked at: in the content editor's
 * configuration, in JSON schemas, in tests.
 */
export const imagePath: ImageField = (use) =>
  z.string().meta({ image: use ?? 'picture' }) as unknown as ReturnType<ImageField>;
