/** Looks at the images that content names, as strictly as the build does. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import { z } from 'zod';
import type { ImageField, ImageUse } from '../schemas/image.ts';
import { holdsProgram } from './drawing.ts';
import { hasTransparency } from './raster.ts';

export const IMAGE_EXTENSIONS = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif'];

/** Shown in one colour, whatever is opaque becomes a part of the drawing: a background too. */
const LOGO =
  'um logotipo em SVG, ou em PNG, WebP ou AVIF de fundo transparente: em uma cor só, o fundo vira um retângulo';

const PROGRAM =
  'um desenho sem programas dentro (script, onclick, foreignObject): exporte de novo como SVG simples, ou peça outro arquivo';

/** As on the disk, where an upper-case letter in the name is another file to the server. */
function isThere(path: string): boolean {
  try {
    return readdirSync(dirname(path)).includes(basename(path));
  } catch {
    return false;
  }
}

/** How Astro calls the kind of image that an extension promises. */
function formatOf(name: string): string {
  const extension = extname(name).toLowerCase().slice(1);
  return extension === 'jpeg' ? 'jpg' : extension;
}

/** Says what is wrong with an image that is there. */
async function mistakeInFile(
  path: string,
  name: string,
  use: ImageUse | undefined,
): Promise<string | undefined> {
  const bytes = readFileSync(path);
  try {
    const { format } = await imageMetadata(bytes, name);
    if (format !== formatOf(name)) {
      return `um arquivo que seja o que o nome diz: este é uma imagem .${format}, e renomear não a converte`;
    }
    if (format === 'svg') return holdsProgram(bytes.toString()) ? PROGRAM : undefined;
    const isSeeThrough = await hasTransparency(bytes);
    return use === 'logo' && !isSeeThrough ? LOGO : undefined;
  } catch {
    return 'uma imagem inteira, que abra num navegador e diga suas medidas';
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
  use?: ImageUse,
): Promise<string | undefined> {
  const path = resolve(dirname(contentFile), name);
  if (!name.startsWith('./') && !name.startsWith('../')) {
    return 'o caminho de uma imagem a partir da pasta deste arquivo, como ./nome.svg';
  }
  if (!IMAGE_EXTENSIONS.includes(extname(name).toLowerCase())) {
    return `uma imagem de um destes tipos: ${IMAGE_EXTENSIONS.join(', ')}`;
  }
  if (!isThere(path)) return 'o caminho de uma imagem que existe, com as mesmas maiúsculas';
  if (use === 'logo' && formatOf(name) === 'jpg') return LOGO;
  return mistakeInFile(path, name, use);
}

/** Stands in for Astro's `image()`: the path of a usable image, relative to the content file. */
export function imageOnDisk(contentFile: string): ImageField {
  return (use) =>
    z.string().superRefine(async (name, context) => {
      const message = await mistakeInImage(contentFile, name, use);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }) as unknown as ReturnType<ImageField>;
}
