import { z } from 'zod';
import type { ImageUse } from './metadata.ts';

export const IMAGE_EXTENSIONS = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif'];

/** Formats with transparency. */
export const LOGO_EXTENSIONS = ['.svg', '.png', '.webp', '.avif'];

/**
 * Creates the schema of a field that names an image file relative to the content file. Astro's own reads
 * the image; `imagePath` keeps the name.
 */
export type ImageField<Image> = (use?: ImageUse) => z.ZodType<Image>;

/** Writes `logo.svg` as `./logo.svg`: the editor's library writes a bare name for a picture that is already there. */
export const besideTheFile = (name: string): string => name.replace(/^(?=[^./][^/:]*$)/, './');

export const imagePath: ImageField<string> = (use = 'picture') =>
  z.string().overwrite(besideTheFile).meta({ image: use });
