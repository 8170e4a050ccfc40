/** Cuts the library's font of icons down to those that it shows. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';

/** Four thousand icons, each a ligature of the letters of its name. */
export const ICON_FONT = /material-symbols-[^/]*\.woff2$/;

const ICON_WEIGHT = 300;
const LIGATURES = 'abcdefghijklmnopqrstuvwxyz0123456789_';

/** What is used of harfbuzzjs. */
interface HarfBuzz {
  Blob: new (file: Uint8Array) => object;
  Face: new (blob: object) => { collectUnicodes: () => Uint32Array };
  Font: new (face: object) => object;
  Buffer: new () => {
    addText: (text: string) => void;
    guessSegmentProperties: () => void;
    getGlyphInfos: () => { codepoint: number }[];
  };
  shape: (font: object, buffer: object) => void;
}

/** Leaves out weights that the library does not show, and icons whose names are no words in quotes of the code. */
export async function slimIcons(font: Buffer, code: string): Promise<Buffer> {
  const whole = await subsetFont(font, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' });
  // The one that cuts the font. Loaded here, since every build reads this file.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('subset-font'));
  const harfBuzz = (await import(pathToFileURL(resolve('harfbuzzjs')).href)) as HarfBuzz;
  const face = new harfBuzz.Face(new harfBuzz.Blob(whole));
  const shaper = new harfBuzz.Font(face);
  const shaped = (text: string): string => {
    const buffer = new harfBuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfBuzz.shape(shaper, buffer);
    return String(buffer.getGlyphInfos().map(({ codepoint }) => codepoint));
  };
  const words = new Set(code.match(/(?<=[`'"])[a-z]\w+(?=[`'"])/g));
  const used = new Set(Array.from(words, shaped));
  const symbols = Array.from(String.fromCodePoint(...face.collectUnicodes()));
  const icons = symbols.filter((symbol) => used.has(shaped(symbol))).join('');
  const variationAxes = { wght: ICON_WEIGHT };
  const options = { targetFormat: 'woff2', variationAxes, noLayoutClosure: true } as const;
  return subsetFont(font, LIGATURES + icons, options);
}
