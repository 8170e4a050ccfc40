/** Rules for pictures, for the check, which decodes with sharp, and the editor, which has a canvas. */
import { imageMetadata } from 'astro/assets/utils';
import type { Collection } from './collection.ts';
import { bodyLabel, type ContentEntry } from './entry.ts';
import { IMAGE_EXTENSIONS } from './image-field.ts';
import { quote, type Issue } from './issue.ts';
import type { ImageUse } from './metadata.ts';

export const EXPECTED_PICTURE =
  'o caminho de uma imagem que existe a partir da pasta deste arquivo, com as mesmas maiúsculas, como ./nome.svg';

const EXPECTED_OTHER_FORMAT = `um arquivo de imagem (${IMAGE_EXTENSIONS.join(', ')}): abra o seu num programa de imagens e salve como PNG`;

const EXPECTED_UTF8_DRAWING =
  'um desenho SVG em UTF-8: exporte de novo como SVG, ou peça outro arquivo';

const EXPECTED_INERT_DRAWING =
  'um desenho sem programas dentro (script, onclick, foreignObject): exporte de novo como SVG simples, ou peça outro arquivo';

const EXPECTED_INTACT_IMAGE = `uma imagem inteira (${IMAGE_EXTENSIONS.join(', ')}), do tipo que o nome diz (renomear não converte), que abra num navegador e informe as próprias medidas`;

/** A larger one has a photo inside, which every visitor would load in full. */
const MAX_DRAWING_KB = 200;

const EXPECTED_SMALLER_DRAWING = `um desenho SVG de até ${MAX_DRAWING_KB} KB: o seu tem uma foto ou detalhes demais; exporte-o como PNG`;

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

export interface Sample {
  /** Opacity of each pixel, row by row; empty if it cannot be known. */
  alpha: ArrayLike<number>;
  width: number;
}

function judgeLogo({ alpha, width }: Sample): string | undefined {
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

/** A JPEG's marks before and after its pixels, which never look like one; the lowest mark, and one that fills space. */
const [PIXELS, END, LOWEST, FILLED] = [0xffda, 0xffd9, 0xff01, 0xffff];

/** The name of a PNG's last chunk, and the bytes of a chunk besides its content. */
const [PNG_END, PNG_CHUNK_BYTES] = [0x49454e44, 12];

/** An AVIF's box of fewer bytes has its length elsewhere, or reaches to the end. */
const MIN_BOX_BYTES = 8;

/**
 * Throws a RangeError if the end of a picture is missing, for browsers: they leave it out, or fill it with grey. Other
 * bytes may follow, such as a phone's video.
 */
export function readToEnd(bytes: Uint8Array, format: string): void {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = { jpg: 2, png: 8 }[format] ?? 0;
  if (format === 'jpg') {
    while (file.getUint16(at) !== PIXELS) {
      const mark = file.getUint16(at);
      at += mark < LOWEST || mark === FILLED ? 1 : 2 + file.getUint16(at + 2);
    }
    while (file.getUint16(at) !== END) at += 1;
  }
  if (format === 'png') {
    while (file.getUint32(at + 4) !== PNG_END) at += PNG_CHUNK_BYTES + file.getUint32(at);
  }
  if (format === 'webp') file.getUint8(file.getUint32(4, true) + 7);
  if (format === 'avif') {
    for (let size = MIN_BOX_BYTES; size >= MIN_BOX_BYTES && at < file.byteLength; at += size) {
      size = file.getUint32(at);
      file.getUint8(at + size - 1);
    }
  }
}

export interface PictureHeader {
  format: string;
  width: number;
  height: number;
}

/** Decodes a picture; throws if it is not intact. */
export type DecodePicture = (
  bytes: Uint8Array<ArrayBuffer>,
  header: PictureHeader,
) => Promise<Sample>;

/** Such as `.svg`. */
export const extensionOf = (name: string): string => /\.\w+$/.exec(name.toLowerCase())?.[0] ?? '';

/** Format and size of a picture, as the build reads them from its bytes; undefined if it cannot. */
export async function readHeader(bytes: Uint8Array): Promise<PictureHeader | undefined> {
  return imageMetadata(bytes).catch(() => undefined);
}

/** @returns what is expected instead of the picture, or undefined where all is well */
export async function judgePicture(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  use: ImageUse | undefined,
  decode: DecodePicture,
): Promise<string | undefined> {
  const extension = extensionOf(name);
  if (!IMAGE_EXTENSIONS.includes(extension)) return EXPECTED_OTHER_FORMAT;
  const isDrawing = extension === '.svg';
  if (isDrawing && bytes.length > MAX_DRAWING_KB * 1024) return EXPECTED_SMALLER_DRAWING;
  const refusal = isDrawing ? judgeDrawing(bytes) : undefined;
  if (refusal !== undefined) return refusal;
  const header = await readHeader(bytes);
  const isNamed = `.${header?.format ?? ''}` === extension.replace('jpeg', 'jpg');
  const hasSize = header !== undefined && header.width > 0 && header.height > 0;
  if (!isNamed || !hasSize) return EXPECTED_INTACT_IMAGE;
  if (!isDrawing && Math.max(header.width, header.height) < MIN_SIDE_PX) {
    return EXPECTED_LARGER_PICTURE;
  }
  const decoded = await decode(bytes, header).catch(() => undefined);
  if (!decoded) return EXPECTED_INTACT_IMAGE;
  return use === 'logo' && decoded.alpha.length > 0 ? judgeLogo(decoded) : undefined;
}

/**
 * Checks every picture that an entry names.
 *
 * @param judge returns what is expected instead of a picture
 */
export async function checkPictures(
  { pictures, body, withLine }: ContentEntry,
  collection: Collection,
  judge: (name: string, use?: ImageUse) => Promise<string | undefined>,
): Promise<Issue[]> {
  const field = bodyLabel(collection);
  const named: { name: string; use?: ImageUse; place: Partial<Issue> }[] = [
    ...pictures.map(({ path, name, use }) => ({ name, use, place: { path } })),
    ...(body?.images ?? []).map(({ url: name, line }) => ({ name, place: { field, line } })),
  ];
  const issues: Issue[] = [];
  for (const { name, use, place } of named) {
    const expected = await judge(name, use);
    if (expected !== undefined) issues.push(withLine({ ...place, expected, found: quote(name) }));
  }
  return issues;
}
