import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_BUILDS } from '../support/builds.ts';

test('a company with photos publishes only the pictures that its pages show', () => {
  const { folder } = TEST_BUILDS.complete;
  const pages = globSync(`${folder}/**/*.html`).map((file) => readFileSync(file, 'utf8'));
  const unused = globSync(`${folder}/_astro/*.{svg,png,jpg,webp}`)
    .map((file) => encodeURI(basename(file)))
    .filter((name) => !pages.some((html) => html.includes(name)));
  // Astro always writes the file of a drawing that it also inlines.
  expect(unused).toEqual([expect.stringMatching(/^mark\./)]);
});
