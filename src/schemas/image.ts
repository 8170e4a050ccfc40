import type { z } from 'zod';
import type { ImageMetadata } from 'astro';

/**
 * Makes the schema of a field that names an image file relative to the content file. Inside Astro
 * it is the collection's own `image()`; the content check brings one that looks on the disk.
 */
export type ImageField = () => z.ZodType<ImageMetadata>;
