/** Cuts the library's font of icons down to those that it shows. */
import { create, type Font } from 'fontkitten';
import subsetFont from 'subset-font';

/** Four thousand icons, each a ligature of the letters of its name. */
export const ICON_FONT = /material-symbols-[^/]*\.woff2$/;

const ICON_WEIGHT = 300;
const LIGATURES = 'abcdefghijklmnopqrstuvwxyz0123456789_';

/** Leaves out weights that the library does not show, and icons whose names are no words in quotes of the code. */
export function slimIcons(file: Buffer, code: string): Promise<Buffer> {
  const words = new Set(code.match(/(?<=[`'"])[a-z]\w+(?=[`'"])/g));
  const font = create(file) as Font;
  const icons = font.characterSet.filter((icon) => words.has(font.glyphForCodePoint(icon).name));
  const variationAxes = { wght: ICON_WEIGHT };
  const options = { targetFormat: 'woff2', variationAxes, noLayoutClosure: true } as const;
  return subsetFont(file, LIGATURES + String.fromCodePoint(...icons), options);
}
