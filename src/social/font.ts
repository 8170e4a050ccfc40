/** The brand's display face for the social images, cut as large headings want it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cwd } from 'node:process';
import subsetFont from 'subset-font';

/** The build bundles this module, so the package is looked up from the project's root. */
const SOURCE = createRequire(join(cwd(), 'package.json')).resolve(
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
);

/** The poster cut: the tightest that the optical axis has. */
const OPTICAL_SIZE = 96;
const WIDTH = 100;

/** Latin as far as the font goes, and the punctuation of running text: plans to come need letters. */
const [FIRST, LAST] = [0x20, 0x17f];
const LATIN = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);
const CHARACTERS = `${String.fromCodePoint(...LATIN)}–—‘’“”•…€`;

export const WEIGHTS = { text: 500, title: 700 } as const;

async function cut(weight: number): Promise<Buffer> {
  return subsetFont(await readFile(SOURCE), CHARACTERS, {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight, wdth: WIDTH, opsz: OPTICAL_SIZE },
  });
}

export const FONT_NAME = 'Bricolage Grotesque';

async function loadFonts() {
  return Promise.all(
    Object.values(WEIGHTS).map(async (weight) => ({
      name: FONT_NAME,
      weight,
      style: 'normal' as const,
      data: await cut(weight),
    })),
  );
}

let loading: ReturnType<typeof loadFonts> | undefined;

/** Cut once, however many images are drawn. */
export function fonts(): ReturnType<typeof loadFonts> {
  loading ??= loadFonts();
  return loading;
}
