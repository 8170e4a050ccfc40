/** Checks images at least as strictly as the build does. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { ImageUse } from './metadata.ts';
import { EXPECTED_PICTURE, judgePicture, SAMPLE_SIDE_PX, type Sample } from './picture-rules.ts';

/** Decodes a whole image, since an upload may have been cut short. */
async function sample(bytes: Uint8Array): Promise<Sample> {
  // Slow to load, and only needed for images.
  const { default: sharp } = await import('sharp');
  const { data: alpha, info } = await sharp(bytes, { failOn: 'truncated' })
    .resize({ width: SAMPLE_SIDE_PX, height: SAMPLE_SIDE_PX, fit: 'inside' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { alpha, width: info.width };
}

/**
 * Checks an image that content names.
 *
 * @param name relative to the content file
 * @returns what is expected instead, or undefined where all is well
 */
export async function checkImage(
  contentFile: string,
  name: string,
  use?: ImageUse,
): Promise<string | undefined> {
  const path = resolve(dirname(contentFile), name);
  const folder = dirname(path);
  // As the folder spells them: names are case-sensitive on servers, but not on every disk. A Mac finds both spellings
  // of an accent (check.ts).
  const names = /^\.{1,2}\//.test(name) && existsSync(folder) ? readdirSync(folder) : [];
  if (!names.some((it) => it.normalize() === basename(path))) return EXPECTED_PICTURE;
  // A folder, or a file that may not be read, is no intact image either.
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  return judgePicture(bytes, extname(path).toLowerCase(), use, sample);
}
