/** The budgets of docs/performance.md that can be read off the built files, and their syntax. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { ISLAND_TARGETS, PAGE_TARGETS } from '../../src/browser-floor.ts';
import { compressedBytes, PAGE_BUDGET_BYTES } from '../../src/build-steps/page-size.ts';
import { textOf } from '../../src/lib/html.ts';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { builtPages } from './support/pages.ts';

/** Some 1,600 characters of text, by which a page can grow before the build warns. */
const SPACE_FOR_TEXT_BYTES = 700;

const FOLDER = TEST_BUILDS.configured.folder;
const pages = builtPages(FOLDER);
const assets = join(FOLDER, '_astro');
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'));

test('every page fits the first round trip, and leaves editors some text to write', () => {
  const sizes = pages.map(({ file, html }) => ({ file, bytes: compressedBytes(html) }));
  console.table(sizes);
  expect(sizes.filter(({ bytes }) => bytes > PAGE_BUDGET_BYTES - SPACE_FOR_TEXT_BYTES)).toEqual([]);
});

test('the Supabase client is a chunk of its own, which no other script imports at once', () => {
  expect(scripts.filter((name) => name.startsWith('supabaseClient'))).toHaveLength(1);
  const importers = scripts.filter((name) =>
    /(?:from|import)\s*["'`]\.\/supabaseClient/.test(readFileSync(join(assets, name), 'utf8')),
  );
  expect(importers).toEqual([]);
});

describe('browsers down to the floor can read', () => {
  test.each(scripts)('the script %s', async (name) => {
    const code = readFileSync(join(assets, name), 'utf8');
    await expectNothingNewer(code, 'js', ISLAND_TARGETS);
  });

  test.each(sheets)('the style sheet %s', async (name) => {
    const code = readFileSync(join(assets, name), 'utf8');
    await expectNothingNewer(code, 'css', PAGE_TARGETS);
  });

  test.each(pages)('the styles and scripts inside $file', async ({ elements }) => {
    for (const element of elements.filter(({ tagName }) => tagName === 'style')) {
      await expectNothingNewer(textOf(element), 'css', PAGE_TARGETS);
    }
    const inline = elements.filter(
      ({ tagName, attrs }) =>
        tagName === 'script' && attrs.every(({ value }) => value === 'module'),
    );
    for (const element of inline) await expectNothingNewer(textOf(element), 'js', PAGE_TARGETS);
  });
});

/** Has esbuild write the text for a target and for the newest browsers: a difference is too new. */
async function expectNothingNewer(code: string, loader: 'js' | 'css', target: string[]) {
  const options = {
    loader,
    minify: false,
    logLevel: 'silent',
    supported: {
      // esbuild counts the newest properties; ours are of 2018.
      'regexp-unicode-property-escapes': true,
      // esbuild counts the tagged ones, too.
      'template-literal': true,
      // A browser without it cannot read the script that fetches islands, and leaves the page as it is.
      'dynamic-import': true,
    },
  } as const;
  const forFloor = await transform(code, { ...options, target });
  const forAll = await transform(code, { ...options, target: 'esnext' });
  expect(forFloor.code).toBe(forAll.code);
}
