/** Looks at the images that content names, as strictly as the build does. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import { z } from 'zod';
import type { ImageField } from '../schemas/image.ts';

export const IMAGE_EXTENSIONS = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif'];

/** As on the disk, where an upper-case letter in the name is another file to the server. */
function isThere(path: string): boolean {
  try {
    return readdirSync(dirname(path)).includes(basename(path));
  } catch {
    return false;
  }
}

/**
 * Says what is wrong with the name of an image.
 *
 * @param name as the content has it, relative to its file
 * @returns what is expected instead, or undefined where all is well
 */
export async function mistakeInImage(
  contentFile: string,
  name: string,
): Promise<string | undefined> {
  const path = resolve(dirname(contentFile), name);
  if (!name.startsWith('./') && !name.startsWith('../')) {
    return 'o caminho de uma imagem a partir da pasta deste arquivo, como ./nome.svg';
  }
  if (!IMAGE_EXTENSIONS.includes(extname(name).toLowerCase())) {
    return `uma imagem de um destes tipos: ${IMAGE_EXTENSIONS.join(', ')}`;
  }
  if (!isThere(path)) return 'o caminho de uma imagem que existe, com as mesmas maiúsculas';
  try {
    await imageMetadata(readFileSync(path), name);
    return undefined;
  } catch {
    return 'uma imagem inteira, que abra num navegador e diga suas medidas';
  }
}

/** Stands in for Astro's `image()`: the path of a usable image, relative to the content file. */
export function imageOnDisk(contentFile: string): ImageField {
  const field = z.string().superRefine(async (name, context) => {
    const message = await mistakeInImage(contentFile, name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
  return () => field as unknown as ReturnType<ImageField>;
}
