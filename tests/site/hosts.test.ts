import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HASHED_FOLDER, IMMUTABLE, SECURITY_HEADERS } from '../../src/hosting/headers.ts';
import { TEST_BUILDS } from '../support/builds.ts';
import VERCEL from '../../vercel.json' with { type: 'json' };

const { folder, base } = TEST_BUILDS.subpath;
const linesOf = (file: string) => readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n');

/** Pictures come last: Cloudflare reads 100 rules and skips the rest. */
const isPicture = (rule: string) => !/\.(?:js|css|woff2)$/m.test(rule);

test('Netlify and Cloudflare apply every header, and cache each hashed file for good', () => {
  const lines = linesOf('_headers');
  const [all = '', ...files] = lines.join('\n').split(/\s*\n(?=\/)/);
  const security = Object.entries(SECURITY_HEADERS).map(([name, value]) => `  ${name}: ${value}`);
  expect(all.split('\n')).toEqual(['/*', ...security]);
  // Cloudflare's limit.
  for (const line of lines) expect(line.length).toBeLessThan(2000);

  // One rule per file: both hosts also apply a pattern to missing files, and browsers would cache that
  // answer for a year.
  const hashed = readdirSync(`${folder}/_astro`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?!br$|gz$)\w+$/.test(file))
    .map((file) => `${base}/_astro/${file}\n  Cache-Control: ${IMMUTABLE}`);
  expect(hashed.length).toBeGreaterThan(10);
  expect(files.toSorted()).toEqual(hashed.sort());
  expect(files.map(isPicture)).toEqual(files.map(isPicture).sort());
});

test('a visitor of Netlify is led from old paths, and reads that an unknown plan is not found', () => {
  const lines = linesOf('_redirects');
  expect(lines.at(-1)).toBe(`${base}/planos/* ${base}/planos/404.html 404`);
  expect(lines).toContain(`${base}/index.html ${base}/ 301!`);
  expect(lines).toContain(`${base}/planos/redes ${base}/planos/midia-social 301!`);
  expect(lines).toContain(`${base}/planos/tecnologia.html ${base}/planos/tecnologia 301!`);
});

test('Vercel, which reads its settings before the build, sends the same headers as every other host', () => {
  const sent = VERCEL.headers.map(({ source, headers }) => [
    source,
    Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  ]);
  expect(sent).toEqual([
    ['/(.*)', SECURITY_HEADERS],
    [`${HASHED_FOLDER}(.*)`, { 'Cache-Control': IMMUTABLE }],
  ]);
});
