/** Every host that sends headers sends the same: Cloudflare and Netlify read one file, Vercel another. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import VERCEL from '../../vercel.json' with { type: 'json' };

test('Cloudflare and Netlify send what Vercel sends', () => {
  const rules = readFileSync('public/_headers', 'utf8').replaceAll(/^(?:#.*)?\n/gm, '');
  const expected = VERCEL.headers.flatMap(({ source, headers }) => [
    source.replace('(.*)', '*'),
    ...headers.map(({ key, value }) => `  ${key}: ${value}`),
  ]);
  expect(rules.trimEnd().split('\n')).toEqual(expected);
  // No other site can put a page into a frame.
  expect(rules).toContain("frame-ancestors 'none'");
});
