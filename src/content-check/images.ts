/** Looks at the images that content names, as strictly as the build does. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import { IMAGE_EXTENSIONS, type ImageUse } from '../schemas/image.ts';

/** Shown in one colour, whatever is opaque becomes a part of the drawing: a background too. */
const LOGO =
  'um logotipo em SVG, PNG, WebP ou AVIF de fundo transparente: em uma cor só, o fundo vira um retângulo';

const WITHOUT_PROGRAM =
  'um desenho sem programas dentro (script, onclick, foreignObject): exporte de novo como SVG simples, ou peça outro arquivo';

const WHOLE = `uma imagem inteira (${IMAGE_EXTENSIONS.join(', ')}), do tipo que o nome diz (renomear não converte), que abra num navegador e informe as próprias medidas`;

const MISSING =
  'o caminho de uma imagem que existe a partir da pasta deste arquivo, com as mesmas maiúsculas, como ./nome.svg';

/**
 * What runs once somebody opens a drawing by its URL, where it shares the site's origin with the
 * content editor. Read from the source, since XML hides no name of an element or an attribute.
 *
 * @see https://www.w3.org/TR/SVG2/interact.html#ScriptElement
 */
const PROGRAMS = [
  /<(?:[^\s<>/:]+:)?(?:script|handler|foreignobject|iframe|embed|object)\b/i,
  /\son\w+\s*=/i,
  // URLs that are programs, and character references in URLs, behind which they can hide.
  /j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:|["']\s*data:text/i,
  /\b(?:href|to|from|by|values)\s*=\s*(?:"[^"]*&#|'[^']*&#)/i,
  // What rewrites a document. Illustrator writes entities that are mere URLs.
  /<\?xml-stylesheet|<!ATTLIST|<!ENTITY\s+\S+\s+(?!"http:[^"<&%]*"\s*>)/i,
];

/** As small as an image still shows whether its background is transparent. */
const SAMPLE_WIDTH_PX = 64;

let lastRead: Promise<unknown> = Promise.resolve();

/**
 * Reads all of an image: its head may be there, and the rest not. One image at a time, because
 * libvips can miss the end of one while it reads another.
 */
async function readIsOpaque(bytes: Buffer): Promise<boolean> {
  // It takes its time to load.
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { failOn: 'truncated' }).resize(SAMPLE_WIDTH_PX).ensureAlpha();
  const read = lastRead.then(() => image.extractChannel('alpha').raw().toBuffer());
  lastRead = read.catch(() => undefined);
  return (await read).every((alpha) => alpha === 255);
}

async function checkImageFile(path: string, use?: ImageUse): Promise<string | undefined> {
  try {
    const bytes = readFileSync(path);
    const { format } = await imageMetadata(bytes, path);
    const extension = extname(path).toLowerCase();
    const isWanted = IMAGE_EXTENSIONS.includes(extension);
    if (!isWanted || extension.replace('jpeg', 'jpg') !== `.${format}`) return WHOLE;
    const source = format === 'svg' ? bytes.toString() : '';
    if (PROGRAMS.some((pattern) => pattern.test(source))) return WITHOUT_PROGRAM;
    const isOpaque = await readIsOpaque(bytes);
    return use === 'logo' && isOpaque ? LOGO : undefined;
  } catch {
    return WHOLE;
  }
}

/**
 * Says what is wrong with an image that content names.
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
  // To a server, an upper-case letter in the name is another file; not to every disk.
  if (basename(realpathSync.native(path)) !== basename(path)) return MISSING;
  return checkImageFile(path, use);
}
