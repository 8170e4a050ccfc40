/** Every host that sends headers sends the same: Cloudflare and Netlify read one file, Vercel another. */
import { expect, test } from 'vitest';
import { HEADER_RULES } from '../../local/host-headers.ts';
import VERCEL from '../../vercel.json' with { type: 'json' };

/** A pattern of `public/_headers` as Vercel writes it. */
const forVercel = (pattern: string): string => pattern.replace('*', '(.*)');

test('Vercel sends what Cloudflare and Netlify send', () => {
  const sent = VERCEL.headers.map(({ source, headers }) => [
    source,
    headers.map(({ key, value }) => [key, value]),
  ]);
  expect(sent).toEqual(HEADER_RULES.map(({ pattern, fields }) => [forVercel(pattern), fields]));
});

test('a visitor keeps files with a hash in their name, and asks again for everything else', () => {
  const caching = HEADER_RULES.flatMap(({ pattern, fields }) =>
    fields.filter(([name]) => name === 'Cache-Control').map(([, value]) => [pattern, value]),
  );
  expect(caching).toEqual([['/_astro/*', 'public, max-age=31536000, immutable']]);
});

test('an attacker’s script in a drawing does not run when the drawing is opened by itself', () => {
  const drawing = HEADER_RULES.find(({ pattern }) => pattern === '/*.svg');
  expect(drawing?.fields).toEqual([
    ['Content-Security-Policy', expect.stringMatching(/^default-src 'none';.*; sandbox$/)],
  ]);
});
