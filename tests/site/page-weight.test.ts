/** The budgets of docs/performance.md that the built files determine, and their syntax. */
import { globSync, readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { parse, type AtRule, type ChildNode } from 'postcss';
import { expect, test } from 'vitest';
import { ISLAND_TARGETS, PAGE_TARGETS } from '../../src/lib/browser-floor.ts';
import { compressedBytes } from '@site/html/page-size';
import { textOf } from '@site/html/elements';
import { policyHash } from '@site/html/policy-hash';
import { TEST_BUILDS } from '../support/builds.ts';
import { builtPages, BUILD } from '../support/pages.ts';

const { folder } = BUILD;
const pages = builtPages(folder);

/** Up to the end of the home page's hero, with the scripts that follow it: first and largest paint wait for it. */
const HERO_BUDGET_BYTES = 11_000;

/** A round trip: ten segments of 1,460 bytes (RFC 6928), less the response headers. */
const BUDGET_BYTES = 14_000;

/** The home page with every optional fact: its end takes another round trip, and the first paint does not. */
const FULLEST_BUDGET_BYTES = 16_000;

/** The hash in the name of a built file: what it happens to be moves the size of a page by thirty bytes and more. */
const FILE_HASH = /(?<=([\w-]+)\.)[\w-]{8}(?=\.(?:js|css|svg|webp|woff2)\b)/g;

/** The size of a page with other hashes, which stay the same until a file has another name. */
function weightOf(html: string): number {
  const hashOf = (_: string, name: string) => policyHash(name).slice(-9, -1);
  return compressedBytes(html.replace(FILE_HASH, hashOf));
}

for (const [facts, built, homeBudget] of [
  ['the shipped content', pages, BUDGET_BYTES],
  ['every optional fact', builtPages(TEST_BUILDS.complete.folder), FULLEST_BUDGET_BYTES],
] as const) {
  test.each(built)(`$file is light with ${facts}`, ({ file, html }) => {
    const isHome = file === 'index.html';
    expect(weightOf(html)).toBeLessThanOrEqual(isHome ? homeBudget : BUDGET_BYTES);
    if (!isHome) return;
    const [head, hero, ...rest] = html.split('<section');
    expect(rest).not.toEqual([]);
    expect(weightOf(`${head}<section${hero}`)).toBeLessThanOrEqual(HERO_BUDGET_BYTES);
  });
}

test.each(['js', 'css'] as const)('browsers at the floor can parse every %s file', async (kind) => {
  const files = globSync(`${folder}/_astro/*.${kind}`);
  expect(files).not.toEqual([]);
  for (const file of files) {
    const targets = kind === 'js' ? ISLAND_TARGETS : PAGE_TARGETS;
    await expectNothingNewer(readFileSync(file, 'utf8'), kind, targets);
  }
});

test.each(pages)(
  'browsers at the floor can parse the styles and scripts inside $file',
  async ({ elements }) => {
    for (const element of elements) {
      const { tagName, attrs } = element;
      const isScript = tagName === 'script' && attrs.every(({ value }) => value === 'module');
      if (tagName === 'style') await expectNothingNewer(textOf(element), 'css', PAGE_TARGETS);
      if (isScript) await expectNothingNewer(textOf(element), 'js', PAGE_TARGETS);
    }
  },
);

test.each(pages)(
  'browsers without clamp() have a value for every variable in $file',
  ({ elements }) => {
    const styles = elements.filter(({ tagName }) => tagName === 'style').map(textOf);
    const set = new Set<string>();
    const used = new Set<string>();
    parse(styles.join('')).walkDecls((declaration) => {
      const { prop, value } = declaration;
      if (isInSupports(declaration)) return;
      if (prop.startsWith('--') && !/\b(?:min|max|clamp)\(/.test(value)) set.add(prop);
      // Not those with a default.
      for (const [, name = ''] of value.matchAll(/var\((--[\w-]+)\)/g)) used.add(name);
    });
    expect([...used].filter((name) => !set.has(name))).toEqual([]);
  },
);

function isInSupports({ parent }: ChildNode): boolean {
  if (parent === undefined || parent.type === 'root') return false;
  const isSupports = parent.type === 'atrule' && (parent as AtRule).name === 'supports';
  return isSupports || isInSupports(parent as ChildNode);
}

/** Compiles the text with esbuild for a target and for the newest browsers: a difference is too new. */
async function expectNothingNewer(code: string, loader: 'js' | 'css', target: string[]) {
  const options = {
    loader,
    minify: false,
    logLevel: 'silent',
    supported: {
      // esbuild includes the newest properties; ours are of 2018.
      'regexp-unicode-property-escapes': true,
      // esbuild includes tagged templates too.
      'template-literal': true,
      // A browser without it cannot parse the script that loads islands, and keeps the page as plain HTML.
      'dynamic-import': true,
    },
  } as const;
  const forFloor = await transform(code, { ...options, target });
  const forAll = await transform(code, { ...options, target: 'esnext' });
  expect(forFloor.code).toBe(forAll.code);
}
