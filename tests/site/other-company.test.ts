/** The site with another company's brand in the place of this one's: docs/adopt.md. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from '../../testing/project-copy.ts';
import { compressedBytes } from '../../src/build-steps/page-size.ts';
import { PAGE_BUDGET_BYTES } from '../../src/lib/page-budget.ts';
import { readTokens } from '../../src/lib/tokens.ts';
import { builtPages, type BuiltPage } from './support/pages.ts';

const OTHER_BRAND = 'tests/other-company/brand';
const BUILD_TIMEOUT_MS = 300_000;

/** Colours that one brand has and the other has not. */
function ownColors(brand: string, other: string): string[] {
  const colorsOf = (folder: string): Set<string> => {
    const { light, dark } = readTokens(readFileSync(join(folder, 'tokens.css'), 'utf8'));
    const values = [...light.values(), ...dark.values()];
    return new Set(values.filter((value) => value.startsWith('#')));
  };
  return [...colorsOf(brand).difference(colorsOf(other))];
}

const copy = new ProjectCopy();
let pages: BuiltPage[] = [];
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');

beforeAll(() => {
  copy.create();
  rmSync(join(copy.root, 'src/brand'), { recursive: true });
  cpSync(OTHER_BRAND, join(copy.root, 'src/brand'), { recursive: true });
  for (const picture of globSync('plans/*.svg', { cwd: copy.contentFolder })) {
    cpSync('tests/other-company/plan.svg', join(copy.contentFolder, picture));
  }
  const options = { cwd: copy.root, encoding: 'utf8' } as const;
  const { stderr } = spawnSync(process.execPath, ['scripts/brand.ts'], options);
  expect(stderr).toBe('');
  copy.build();
  pages = builtPages(copy.siteFolder);
}, BUILD_TIMEOUT_MS);
afterAll(() => {
  copy.remove();
});

test('nothing of this brand is left: no colour, no mark, no drawing, no typeface', () => {
  const mark = readFileSync('src/brand/mark.svg', 'utf8');
  const left = [
    ...ownColors('src/brand', OTHER_BRAND),
    ...Array.from(mark.matchAll(/ d="([^"]+)"/g), ([, path = '']) => path),
    'M96 570H178',
    'Bricolage',
  ];
  const texts = [
    ...pages.map(({ html }) => html),
    ...globSync('dist/_astro/*.{js,css}', { cwd: copy.root }).map(read),
    read('dist/licenses.txt'),
    read('supabase/functions/_shared/colors.ts'),
  ].map((text) => text.replaceAll('%23', '#'));
  for (const piece of left) {
    expect(
      texts.findIndex((text) => text.includes(piece)),
      piece,
    ).toBe(-1);
  }
});

test('bar, tab, home screens and licences have what the other brand’s folder holds', async () => {
  const [home] = pages.filter(({ file }) => file === 'index.html');
  expect(home?.html.match(/M2 18q7-14 14 0t14 0 14 0/g)).toHaveLength(3);
  expect(read('dist/licenses.txt')).toContain('The Sora Project Authors');
  const { dominant } = await sharp(join(copy.siteFolder, 'apple-touch-icon.png')).stats();
  const { b: blue, g: green } = dominant;
  expect(blue).toBeGreaterThan(green);
});

test('a drawing that stands still has no button that stops it', () => {
  expect(pages.map(({ html }) => html).join('')).not.toContain('pausar-ilustração');
});

test('every page fits the first round trip', () => {
  for (const { file, html } of pages) {
    expect(compressedBytes(html), file).toBeLessThanOrEqual(PAGE_BUDGET_BYTES);
  }
});
