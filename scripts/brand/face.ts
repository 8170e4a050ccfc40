/** Subsets the display face and computes the metrics of its fallback. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font } from 'fontkitten';
import subsetFont from 'subset-font';
import { packageFolder } from '../../local/machine.ts';
import { fontIn, widthEm } from '../../src/lib/font.ts';

/** Keeps the font affordable on a slow connection. */
const MAX_PAGE_FONT_BYTES = 20_000;

const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÁÀÂÃÇÉÊÍÓÔÕÚÜ';
const PUNCTUATION = '.,:;!?…-–—·•“”‘’()/&@%+$€ªº© \u00a0';
const CHARACTERS = `${UPPERCASE}${UPPERCASE.toLowerCase()}0123456789${PUNCTUATION}`;

/** For social images: the face's whole Latin range, since titles of future plans are unknown. */
const LATIN = Array.from({ length: 0x180 - 0x20 }, (_, index) => 0x20 + index);
const SOCIAL_CHARACTERS = `${String.fromCodePoint(...LATIN)}–—‘’“”•…€`;

/**
 * Optical size: on pages a compromise between the hero's 80 px and a card's 20 px; in social images the
 * largest.
 */
const OPTICAL_SIZE = { page: 48, social: 96 };

/** Sample text with every letter of Portuguese. */
const SAMPLE =
  'À noite, vovô Kowalsky vê o ímã cair no pé do pinguim queixoso e vovó põe açúcar no chá de tâmaras do jabuti feliz.';

/**
 * Width of the sample in the devices' faces, without kerning: Arial's is 51.9, Roboto's 51.6. Headings have other
 * letters, and with this number they wrap in both like the face that came with the site
 * (tests/browser/late-font.spec.ts).
 */
const DEVICE_SAMPLE_WIDTH_EM = 52;

interface Range {
  min: number;
  max: number;
}

const clamp = (value: number, { min, max }: Range): number => Math.min(Math.max(value, min), max);

/** Of a Fontsource package's files, the one with the most axes. */
function sourceFile(name: string): string {
  const id = name.replace(/^.*\//, '');
  const file = ['standard', 'full', 'wght']
    .map((axes) => join(packageFolder(name), 'files', `${id}-latin-${axes}-normal.woff2`))
    .find((path) => existsSync(path));
  if (file === undefined) {
    throw new Error(
      `${name} is not a variable font: choose one whose package begins with @fontsource-variable/.`,
    );
  }
  return file;
}

/**
 * @param face the display face of src/brand/brand.ts
 * @param headingsCss src/brand/headings.css
 * @throws if the subset exceeds the size limit, or headings have a weight that it lacks
 */
export async function displayFace(face: { package: string; weights: Range }, headingsCss: string) {
  const headingWeight = Number(/font-weight:\s*(\d+)/.exec(headingsCss)?.[1]);
  if (headingWeight !== clamp(headingWeight, face.weights)) {
    throw new Error(
      `src/brand/headings.css asks for weight ${headingWeight}, and src/brand/brand.ts has ${face.weights.min} to ${face.weights.max}: browsers would draw another.`,
    );
  }
  const source = readFileSync(sourceFile(face.package));
  const axes = fontIn(source).variationAxes;
  /** Pins the axes of the face; axes without a chosen value keep the designer's default. */
  const pinnedAxes = (opticalSize: number, weight: number | Range) => {
    const values: Record<string, number | Range> = {};
    for (const [tag, axis] of Object.entries(axes)) {
      if (axis === undefined) continue;
      const usual = { opsz: opticalSize, wght: weight, wdth: 100 }[tag] ?? axis.default;
      values[tag] =
        typeof usual === 'number'
          ? clamp(usual, axis)
          : { min: clamp(usual.min, axis), max: clamp(usual.max, axis) };
    }
    return values;
  };

  const page = await subsetFont(source, CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: pinnedAxes(OPTICAL_SIZE.page, face.weights),
    keepFeatures: ['kern'],
    noHinting: true,
    noLayoutClosure: true,
    dropTables: ['STAT', 'gasp', 'prep'],
  });
  if (page.length > MAX_PAGE_FONT_BYTES) {
    throw new Error(
      `The display face has ${page.length} bytes, more than ${MAX_PAGE_FONT_BYTES}: ask for fewer weights in src/brand/brand.ts, or choose a plainer face.`,
    );
  }
  const staticInstance = (opticalSize: number, weight: number): Promise<Buffer> =>
    subsetFont(source, SOCIAL_CHARACTERS, {
      targetFormat: 'woff',
      variationAxes: pinnedAxes(opticalSize, weight),
      noHinting: true,
    });
  return {
    page,
    social: {
      medium: await staticInstance(OPTICAL_SIZE.social, 500),
      bold: await staticInstance(OPTICAL_SIZE.social, 700),
    },
    fallbackCss: fallbackCss(
      fontIn(await staticInstance(OPTICAL_SIZE.page, headingWeight)),
      Math.max(face.weights.max, 700),
    ),
    license: readFileSync(join(packageFolder(face.package), 'LICENSE'), 'utf8'),
  };
}

const percent = (ratio: number): string => `${Number((ratio * 100).toFixed(1))}%`;

function fallbackCss(font: Font, maxWeight: number): string {
  const sizeAdjust = widthEm(font, SAMPLE) / DEVICE_SAMPLE_WIDTH_EM;
  return `/*
 * A fallback with the metrics of the display face, so that the late font moves nothing. A device uses the first
 * that it has: Arial (Windows, Apple), Roboto under either name (Android), Liberation Sans (Linux). Their widths differ
 * by one percent at most. \`npm run brand\` writes this file.
 */
@font-face {
  font-family: display-fallback;
  src: local('Arial'), local('Roboto'), local('Roboto Regular'), local('Liberation Sans');
  font-weight: 400 ${maxWeight};
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${percent(font.ascent / font.unitsPerEm / sizeAdjust)};
  descent-override: ${percent(-font.descent / font.unitsPerEm / sizeAdjust)};
  line-gap-override: ${percent(font.lineGap / font.unitsPerEm / sizeAdjust)};
}
`;
}
