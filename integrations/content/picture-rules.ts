/** Rules for pictures, for the check, which reads files, and the editor, which has a canvas. */
import { IMAGE_EXTENSIONS } from './image-field.ts';

const EXPECTED_UTF8_DRAWING =
  'um desenho SVG em UTF-8: exporte de novo como SVG, ou peça outro arquivo';

const EXPECTED_INERT_DRAWING =
  'um desenho sem programas dentro (script, onclick, foreignObject): exporte de novo como SVG simples, ou peça outro arquivo';

const EXPECTED_INTACT_IMAGE = `uma imagem inteira (${IMAGE_EXTENSIONS.join(', ')}), do tipo que o nome diz (renomear não converte), que abra num navegador e informe as próprias medidas`;

/** Logos are shown in one colour, so an opaque background becomes part of the shape. */
const EXPECTED_TRANSPARENT_LOGO =
  'um logotipo em SVG, PNG, WebP ou AVIF de fundo transparente: em uma cor só, o fundo vira um retângulo';

const EXPECTED_VISIBLE_LOGO = 'um logotipo em que se veja alguma coisa: este é todo transparente';

/** Longer side below which a picture in pixels suits no place of the site. */
const MIN_SIDE_PX = 48;

const EXPECTED_LARGER_PICTURE = `uma imagem de pelo menos ${MIN_SIDE_PX} pixels de largura ou de altura`;

/**
 * Code that runs when a drawing is opened by its URL, on the origin that it shares with the content
 * editor. Matched in the source: XML cannot obfuscate names of elements and attributes.
 *
 * @see https://www.w3.org/TR/SVG2/interact.html#ScriptElement
 */
const ACTIVE_CONTENT = [
  /<(?:[^\s<>/:]+:)?(?:script|handler|foreignobject|iframe|embed|object)\b/i,
  /\son\w+\s*=/i,
  // URLs that run code, and character references that can hide them.
  /j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:|["']\s*data:text/i,
  /\b(?:href|to|from|by|values)\s*=\s*(?:"[^"]*&#|'[^']*&#)/i,
  // Declarations that rewrite the document. Illustrator's entities are mere URLs.
  /<\?xml-stylesheet|<!ATTLIST|<!ENTITY\s+\S+\s+(?!"http:[^"<&%]*"\s*>)/i,
];

/** Not even UTF-16 without a byte order mark, whose zeros are valid UTF-8. */
const OTHER_ENCODING = /\0|<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-?8["'])/i;

/** Browsers decode drawings in many encodings, in which active content looks like something else. */
export function judgeDrawing(bytes: Uint8Array): string | undefined {
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return EXPECTED_UTF8_DRAWING;
  }
  if (OTHER_ENCODING.test(source)) return EXPECTED_UTF8_DRAWING;
  return ACTIVE_CONTENT.some((pattern) => pattern.test(source))
    ? EXPECTED_INERT_DRAWING
    : undefined;
}

/** Longer side of the sample that a logo is judged by. */
export const SAMPLE_SIDE_PX = 256;

/** Below this, a pixel belongs to an antialiased edge. */
const OPAQUE_ALPHA = 128;

/** A shape that fills this share of its bounding box is a rectangle, perhaps with round corners. */
const RECTANGLE_SHARE = 0.9;

export interface DecodedPicture {
  longerSide: number;
  /** Opacity of each pixel of a sample, row by row; empty if it cannot be known. */
  alpha: ArrayLike<number>;
  sampleWidth: number;
}

function judgeLogo({ alpha, sampleWidth: width }: DecodedPicture): string | undefined {
  const [columns, rows]: [number[], number[]] = [[], []];
  for (let index = 0; index < alpha.length; index += 1) {
    if ((alpha[index] ?? 0) < OPAQUE_ALPHA) continue;
    columns.push(index % width);
    rows.push(Math.floor(index / width));
  }
  if (columns.length === 0) return EXPECTED_VISIBLE_LOGO;
  // Math.max(...positions) would exhaust the stack.
  const extent = (positions: number[]) =>
    positions.reduce((a, b) => Math.max(a, b)) - positions.reduce((a, b) => Math.min(a, b)) + 1;
  return columns.length / (extent(columns) * extent(rows)) >= RECTANGLE_SHARE
    ? EXPECTED_TRANSPARENT_LOGO
    : undefined;
}

/**
 * @param extension such as `.svg`
 * @param decode throws if the picture is not intact
 * @returns what is expected instead of the picture, or undefined where all is well
 */
export async function judgePicture(
  bytes: Uint8Array,
  extension: string,
  isLogo: boolean,
  decode: () => Promise<DecodedPicture>,
): Promise<string | undefined> {
  const isDrawing = extension === '.svg';
  const refusal = isDrawing ? judgeDrawing(bytes) : undefined;
  if (refusal !== undefined) return refusal;
  const picture = await decode().catch(() => undefined);
  if (!picture) return EXPECTED_INTACT_IMAGE;
  if (!isDrawing && picture.longerSide < MIN_SIDE_PX) return EXPECTED_LARGER_PICTURE;
  return isLogo && picture.alpha.length > 0 ? judgeLogo(picture) : undefined;
}
