/** What a picture must be, for the check, which reads files, and for the editor, which has a canvas. */
import { IMAGE_EXTENSIONS } from '../schemas/image.ts';

export const WITHOUT_PROGRAM =
  'um desenho sem programas dentro (script, onclick, foreignObject): exporte de novo como SVG simples, ou peça outro arquivo';

export const WHOLE = `uma imagem inteira (${IMAGE_EXTENSIONS.join(', ')}), do tipo que o nome diz (renomear não converte), que abra num navegador e informe as próprias medidas`;

/** Shown in one colour, whatever is opaque becomes a part of the drawing: a background too. */
const BOXED =
  'um logotipo em SVG, PNG, WebP ou AVIF de fundo transparente: em uma cor só, o fundo vira um retângulo';

const INVISIBLE = 'um logotipo em que se veja alguma coisa: este é todo transparente';

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

/** @param source of an SVG file */
export function holdsProgram(source: string): boolean {
  return PROGRAMS.some((pattern) => pattern.test(source));
}

/** The longer side of what a logo is judged by: at its own proportions, and quick to look through. */
export const SAMPLE_SIDE_PX = 256;

/** From here on, a pixel belongs to the drawing, and not to the soft edge of it. */
const OPAQUE_ALPHA = 128;

/** Of the rectangle around a drawing. Round corners, up to a half circle, leave so much of a box. */
const BOX_SHARE = 0.9;

/**
 * Says what is expected instead of a logo.
 *
 * @param alpha opacity of each pixel, row by row
 * @returns undefined where all is well
 */
export function judgeLogo(alpha: ArrayLike<number>, width: number): string | undefined {
  const [columns, rows]: [number[], number[]] = [[], []];
  for (let index = 0; index < alpha.length; index += 1) {
    if ((alpha[index] ?? 0) < OPAQUE_ALPHA) continue;
    columns.push(index % width);
    rows.push(Math.floor(index / width));
  }
  if (columns.length === 0) return INVISIBLE;
  const extent = (places: number[]) => {
    const [first, last] = places.reduce(
      ([low, high], place) => [Math.min(low, place), Math.max(high, place)],
      [Infinity, 0],
    );
    return last - first + 1;
  };
  return columns.length / (extent(columns) * extent(rows)) >= BOX_SHARE ? BOXED : undefined;
}
