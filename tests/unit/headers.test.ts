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
