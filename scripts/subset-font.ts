/**
 * Cuts the display face down to what Portuguese headings need: one axis instead of three, the
 * letters of Portuguese, kerning and nothing else. The face travels with the first visit on a slow
 * line, so it has a budget, and this script fails rather than write a font above it.
 *
 * The result is committed, so that a build needs neither this script nor time for it. Run it after
 * an update of @fontsource-variable/bricolage-grotesque, or when a heading needs a character that
 * is missing here: `node scripts/subset-font.ts`.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const PACKAGE = new URL(
  '../node_modules/@fontsource-variable/bricolage-grotesque/',
  import.meta.url,
);
/** The file with all three axes: only from it can the optical size be chosen. */
const SOURCE = new URL('files/bricolage-grotesque-latin-standard-normal.woff2', PACKAGE);
const FOLDER = new URL('../src/assets/fonts/', import.meta.url);
const TARGET = new URL('bricolage-grotesque-pt.woff2', FOLDER);
const LICENCE = new URL('OFL.txt', FOLDER);

const MAX_BYTES = 20_000;

/** Headings are medium to extra bold. Starting at 400 costs another 600 bytes: above the budget. */
const WEIGHT = { min: 500, max: 800 };
const WIDTH = 100;
/**
 * Between the text cut (14, loose) and the poster cut (96, tight): it holds the hero's 80 px and
 * a card's 20 px.
 */
const OPTICAL_SIZE = 48;

const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÁÀÂÃÇÉÊÍÓÔÕÚÜ';
const DIGITS = '0123456789';
const PUNCTUATION = '.,:;!?…-–—·•“”‘’()/&@%+$€ªº©';
const SPACES = ' \u00a0';
const CHARACTERS = UPPERCASE + UPPERCASE.toLowerCase() + DIGITS + PUNCTUATION + SPACES;

const font = await subsetFont(readFileSync(SOURCE), CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHT, wdth: WIDTH, opsz: OPTICAL_SIZE },
  keepFeatures: ['kern'],
  noHinting: true,
  noLayoutClosure: true,
  dropTables: ['STAT', 'gasp', 'prep'],
});
if (font.length > MAX_BYTES) {
  throw new Error(`The subset has ${font.length} bytes, more than the ${MAX_BYTES} it may have.`);
}

mkdirSync(FOLDER, { recursive: true });
writeFileSync(TARGET, font);
copyFileSync(new URL('LICENSE', PACKAGE), LICENCE);
console.log(`${fileURLToPath(TARGET)}: ${font.length} bytes, ${CHARACTERS.length} characters`);
