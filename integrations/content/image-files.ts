/** Checks images at least as strictly as the build does. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import { IMAGE_EXTENSIONS } from './image-field.ts';
import type { ImageUse } from './metadata.ts';
import {
  judgeDrawing,
  judgeLogo,
  SAMPLE_SIDE_PX,
  EXPECTED_INTACT_IMAGE,
  EXPECTED_LARGER_PICTURE,
  MIN_SIDE_PX,
} from './picture-rules.ts';

const MISSING =
  'o caminho de uma imagem que existe a partir da pasta deste arquivo, com as mesmas maiúsculas, como ./nome.svg';

/** Decodes a whole image, since an upload may have been cut short. */
async function readAlpha(bytes: Buffer): Promise<{ alpha: Buffer; width: number }> {
  // Slow to load, and only needed for images.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes, { failOn: 'truncated' })
    .resize({ width: SAMPLE_SIDE_PX, height: SAMPLE_SIDE_PX, fit: 'inside' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { alpha: data, width: info.width };
}

async function judgeFile(path: string, use?: ImageUse): Promise<string | undefined> {
  try {
    const bytes = readFileSync(path);
    const extension = extname(path).toLowerCase();
    const refusal = extension === '.svg' ? judgeDrawing(bytes) : undefined;
    if (refusal !== undefined) return refusal;
    const { format, width: fullWidth, height } = await imageMetadata(bytes, path);
    const isWanted = IMAGE_EXTENSIONS.includes(extension);
    if (!isWanted || extension.replace('jpeg', 'jpg') !== `.${format}`)
      return EXPECTED_INTACT_IMAGE;
    if (format !== 'svg' && Math.max(fullWidth, height) < MIN_SIDE_PX)
      return EXPECTED_LARGER_PICTURE;
    const { alpha, width } = await readAlpha(bytes);
    return use === 'logo' ? judgeLogo(alpha, width) : undefined;
  } catch {
    return EXPECTED_INTACT_IMAGE;
  }
}

type Verdict = ReturnType<typeof judgeFile>;

/** By path, use, size and time of change: the dev server checks every picture after each change. */
const verdicts = new Map<string, Verdict>();

function checkImageFile(path: string, use?: ImageUse): Verdict {
  const { size, mtimeMs } = statSync(path);
  const key = [path, use, size, mtimeMs].join(' ');
  const verdict = verdicts.get(key) ?? judgeFile(path, use);
  verdicts.set(key, verdict);
  return verdict;
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
  if (!/^\.{1,2}\//.test(name) || !existsSync(path)) return MISSING;
  // File names are case-sensitive on servers, but not on every disk.
  if (basename(realpathSync.native(path)) !== basename(path)) return MISSING;
  return checkImageFile(path, use);
}
