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
