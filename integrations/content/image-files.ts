/** Checks images at least as strictly as the build does. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import { IMAGE_EXTENSIONS } from './image-field.ts';
import type { ImageUse } from './metadata.ts';
import { judgePicture, SAMPLE_SIDE_PX, type DecodedPicture } from './picture-rules.ts';

const MISSING =
  'o caminho de uma imagem que existe a partir da pasta deste arquivo, com as mesmas maiúsculas, como ./nome.svg';

/** Decodes a whole image, since an upload may have been cut short. */
async function decodePicture(
  bytes: Buffer,
  path: string,
  extension: string,
): Promise<DecodedPicture> {
  const { format, width, height } = await imageMetadata(bytes, path);
  const isNamed = extension.replace('jpeg', 'jpg') === `.${format}`;
  if (!isNamed || !IMAGE_EXTENSIONS.includes(extension)) throw new Error('Another format');
  // Slow to load, and only needed for images.
  const { default: sharp } = await import('sharp');
  const { data: alpha, info } = await sharp(bytes, { failOn: 'truncated' })
    .resize({ width: SAMPLE_SIDE_PX, height: SAMPLE_SIDE_PX, fit: 'inside' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { longerSide: Math.max(width, height), alpha, sampleWidth: info.width };
}

async function judgeFile(path: string, use?: ImageUse): Promise<string | undefined> {
  // A folder, or a file that may not be read, is no intact image either.
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const extension = extname(path).toLowerCase();
  return judgePicture(bytes, extension, use === 'logo', () =>
    decodePicture(bytes, path, extension),
  );
}

/** By path, use, size and time of change: the dev server checks every picture after each change. */
const verdicts = new Map<string, ReturnType<typeof judgeFile>>();

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
  if (!/^\.{1,2}\//.test(name) || !existsSync(path)) return MISSING;
  // File names are case-sensitive on servers, but not on every disk.
  if (basename(realpathSync.native(path)) !== basename(path)) return MISSING;
  const { size, mtimeMs } = statSync(path);
  const key = [path, use, size, mtimeMs].join(' ');
  const verdict = verdicts.get(key) ?? judgeFile(path, use);
  verdicts.set(key, verdict);
  return verdict;
}
