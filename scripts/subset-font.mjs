/**
 * `node scripts/subset-font.mjs` cuts the display face down to what the site needs. The results are
 * committed; run it after an update of @fontsource-variable/bricolage-grotesque, or when a heading
 * needs a character that is missing in CHARACTERS.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const PACKAGE = 'node_modules/@fontsource-variable/bricolage-grotesque';
/** The file with all three axes: only from it can the optical size be chosen. */
const SOURCE = readFileSync(`${PACKAGE}/files/bricolage-grotesque-latin-standard-normal.woff2`);
const FOLDER = 'src/brand/fonts';

/** The face travels with the first visit on a slow connection. */
const MAX_PAGE_FONT_BYTES = 20_000;

const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÁÀÂÃÇÉÊÍÓÔÕÚÜ';
const PUNCTUATION = '.,:;!?…-–—·•“”‘’()/&@%+$€ªº© \u00a0';
const CHARACTERS = `${UPPERCASE}${UPPERCASE.toLowerCase()}0123456789${PUNCTUATION}`;

const pageFont = await subsetFont(SOURCE, CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: {
    // Headings are medium to extra bold. Starting at 400 costs another 600 bytes.
    wght: { min: 500, max: 800 },
    wdth: 100,
    // Between the text cut (14, loose) and the poster cut (96, tight): for the hero's 80 px and a
    // card's 20 px.
    opsz: 48,
  },
  keepFeatures: ['kern'],
  noHinting: true,
  noLayoutClosure: true,
  dropTables: ['STAT', 'gasp', 'prep'],
});
if (pageFont.length > MAX_PAGE_FONT_BYTES) {
  throw new Error(`The subset has ${pageFont.length} bytes, more than ${MAX_PAGE_FONT_BYTES}.`);
}
writeFileSync(`${FOLDER}/page.woff2`, pageFont);

/** For the social images: all of Latin that the face has, since plans to come need letters. */
const LATIN = Array.from({ length: 0x180 - 0x20 }, (_, index) => 0x20 + index);
for (const wght of [500, 700]) {
  const font = await subsetFont(SOURCE, `${String.fromCodePoint(...LATIN)}–—‘’“”•…€`, {
    targetFormat: 'woff',
    variationAxes: { wght, wdth: 100, opsz: 96 },
    noHinting: true,
  });
  writeFileSync(`${FOLDER}/social-${wght}.woff`, font);
}
copyFileSync(`${PACKAGE}/LICENSE`, `${FOLDER}/LICENSE.txt`);
