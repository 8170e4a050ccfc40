/** Looks at the images that content names, as strictly as the build does. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import { elementsOf, type Element } from '../lib/html.ts';
import { IMAGE_EXTENSIONS, type ImageUse } from '../schemas/image.ts';

/** Shown in one colour, whatever is opaque becomes a part of the drawing: a background too. */
const LOGO =
  'um logotipo em SVG, PNG, WebP ou AVIF de fundo transparente: em uma cor só, o fundo vira um retângulo';

const WITHOUT_PROGRAM =
  'um desenho sem programas dentro (script, onclick, foreignObject): exporte de novo como SVG simples, ou peça outro arquivo';

const WHOLE =
  'uma imagem inteira, do tipo que o nome diz (renomear não converte), que abra num navegador e informe as próprias medidas';

/** Elements that run something, or that bring in documents which may. */
const ACTIVE_ELEMENTS = /^(?:.*:)?(?:script|handler|foreignobject|iframe|embed|object)$/i;
/** URLs that are programs, whatever spaces are strewn in; animations can put them into links too. */
const PROGRAM_URL = /j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data:text/i;
/**
 * Style sheets that rewrite a document, and entities, behind which anything can hide (XML 1.0).
 * Illustrator writes some that are mere URLs.
 */
const REWRITING = /<\?xml-stylesheet|<!ENTITY\s+\S+\s+(?!"http:[^"<&%]*"\s*>)/i;

function isActive({ tagName, attrs }: Element): boolean {
  return (
    ACTIVE_ELEMENTS.test(tagName) ||
    attrs.some(({ name, value }) => /^on/i.test(name) || PROGRAM_URL.test(value))
  );
}

/**
 * Whether a drawing would run a program once somebody opens it by its URL, where it shares the
 * site's origin with the content editor.
 *
 * @see https://www.w3.org/TR/SVG2/interact.html#ScriptElement
 */
function holdsProgram(svg: string): boolean {
  return REWRITING.test(svg) || elementsOf(svg, { withTemplates: true }).some(isActive);
}

/** How Astro calls the kind of image that an extension promises. */
function formatOf(name: string): string {
  const extension = extname(name).toLowerCase().slice(1);
  return extension === 'jpeg' ? 'jpg' : extension;
}

let lastRead: Promise<unknown> = Promise.resolve();

/**
 * Reads all of an image: its head may be there, and the rest not. One image at a time, because
 * libvips can miss the end of one while it reads another.
 */
async function readImage(bytes: Buffer): Promise<{ isOpaque: boolean }> {
  // It takes its time to load.
  const { default: sharp } = await import('sharp');
  const read = lastRead.then(() => sharp(bytes, { failOn: 'truncated' }).stats());
  lastRead = read.catch(() => undefined);
  return read;
}

async function checkImageFile(path: string, use?: ImageUse): Promise<string | undefined> {
  const bytes = readFileSync(path);
  try {
    const { format } = await imageMetadata(bytes, path);
    if (format !== formatOf(path)) return WHOLE;
    if (format === 'svg' && holdsProgram(bytes.toString())) return WITHOUT_PROGRAM;
    const { isOpaque } = await readImage(bytes);
    return use === 'logo' && isOpaque ? LOGO : undefined;
  } catch {
    return WHOLE;
  }
}

/** As on the disk, where an upper-case letter in the name is another file to the server. */
function isThere(path: string): boolean {
  try {
    return readdirSync(dirname(path)).includes(basename(path));
  } catch {
    return false;
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
  if (!name.startsWith('./') && !name.startsWith('../')) {
    return 'o caminho de uma imagem a partir da pasta deste arquivo, como ./nome.svg';
  }
  if (!IMAGE_EXTENSIONS.includes(extname(name).toLowerCase())) {
    return `uma imagem de um destes tipos: ${IMAGE_EXTENSIONS.join(', ')}`;
  }
  const path = resolve(dirname(contentFile), name);
  if (!isThere(path)) return 'o caminho de uma imagem que existe, com as mesmas maiúsculas';
  return checkImageFile(path, use);
}
