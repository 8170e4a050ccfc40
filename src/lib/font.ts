/** Measures fonts. */
import { create, type Font } from 'fontkitten';

/** @throws Error when the file is a collection of fonts */
export function fontIn(file: Buffer): Font {
  const font = create(file);
  if (font.isCollection) throw new Error('A collection of fonts is no display face.');
  return font;
}

/** Width of a text on one line, without kerning. */
export function widthEm(font: Font, text: string): number {
  const widths = Array.from(
    text,
    (character) => font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth,
  );
  return widths.reduce((sum, width) => sum + width, 0) / font.unitsPerEm;
}

/** A text without what the face has no glyph for, which would leave a hole; ligatures become their letters. */
export function drawable(font: Font, text: string): string {
  const has = (character: string): boolean =>
    character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  return Array.from(text, (one) =>
    has(one) ? one : Array.from(one.normalize('NFKD')).filter(has).join(''),
  )
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}
