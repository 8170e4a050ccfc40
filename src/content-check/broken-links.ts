/** Finds what was meant for a link or a picture and would be published sign by sign. */
import { extname } from 'node:path';
import { IMAGE_EXTENSIONS } from './images.ts';
import type { Prose } from './references.ts';
import { quote } from './sentences.ts';
import type { SyntaxMistake } from './source-file.ts';

/** The end of a link, whose address may have brackets of its own: “foto (1).jpg”. */
const END_OF_LINK = /(?<!\\)\](?<gap>[ \t\u00A0]*)\((?<inside>(?:[^()\n]|\([^()\n]*\))*)\)/gu;
/** Without one of these beginnings, brackets hold words of a sentence. */
const BEGINS_AS_ADDRESS = /^(?:\/|#\S|\.{1,2}\/|https?:|www\.|mailto:|tel:)/i;
/** As sentences refer to a source: “[1] (https://exemplo.com)”. */
const NOTE = /\[\d+$/;

function isImageName(address: string): boolean {
  return IMAGE_EXTENSIONS.includes(extname(address).toLowerCase());
}

function adviceOnSpaces(address: string): string {
  if (!isImageName(address)) return 'Copie o endereço inteiro da barra do navegador.';
  const hyphenated = address.replace(/[\s()]+/g, '-').replace(/-+(?=\.\w+$)/, '');
  const name = BEGINS_AS_ADDRESS.test(hyphenated) ? hyphenated : `./${hyphenated}`;
  return `Troque os espaços por hífens, aqui e no nome do arquivo: ${quote(name)}.`;
}

function mistakeIn(
  before: string,
  gap: string,
  inside: string,
): Omit<SyntaxMistake, 'line'> | undefined {
  const address = inside.trim();
  const opening = before.lastIndexOf('[');
  // Whoever writes \[ wants to see the bracket.
  if (before.charAt(opening - 1) === '\\') return undefined;
  const isImage = before.charAt(opening - 1) === '!';
  if (!BEGINS_AS_ADDRESS.test(address) && !isImageName(address)) return undefined;
  // Words in bold are a text of their own: the bracket before them is not in this one.
  const label = opening === -1 ? '[…' : before.slice(isImage ? opening - 1 : opening);
  const found = quote(`${label}]${gap}(${inside})`);
  if (/\s/.test(address)) {
    return { expected: 'um endereço sem espaços', found, advice: adviceOnSpaces(address) };
  }
  if (gap === '' || NOTE.test(before)) return undefined;
  return {
    expected: 'o parêntese logo depois do colchete, sem espaço entre eles',
    found,
    advice: 'Apague o espaço entre ] e (.',
  };
}

/** @param prose what Markdown takes for mere text, and no code */
export function brokenLinks(prose: Prose[]): SyntaxMistake[] {
  return prose.flatMap(({ source, line }) =>
    [...source.matchAll(END_OF_LINK)].flatMap(({ index, groups }) => {
      const before = source.slice(0, index);
      const mistake = mistakeIn(before, groups?.['gap'] ?? '', groups?.['inside'] ?? '');
      return mistake ? [{ line: line + before.split('\n').length - 1, ...mistake }] : [];
    }),
  );
}
