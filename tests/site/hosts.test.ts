import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { IMMUTABLE, SECURITY_HEADERS } from '../../src/hosting/headers.ts';
import { vercelJson } from '../../src/hosting/vercel.ts';
import { TEST_BUILDS, type TestBuild } from '../../scripts/test-builds.ts';

/** Reads `_headers` as Netlify and Cloudflare do: a path, then its headers, indented. */
function parseHeaders(text: string): Record<string, Record<string, string>> {
  const rules: Record<string, Record<string, string>> = {};
  let path = '';
  for (const line of text.split('\n').filter((candidate) => candidate.trim() !== '')) {
    if (!line.startsWith(' ')) {
      path = line;
      rules[path] = {};
      continue;
    }
    const [name = '', ...value] = line.trim().split(': ');
    rules[path] = { ...rules[path], [name]: value.join(': ') };
  }
  return rules;
}

const BUILDS: TestBuild[] = [TEST_BUILDS.configured, TEST_BUILDS.subpath];

describe.each(BUILDS)('the folder $folder', ({ folder, base = '' }) => {
  test('tells Netlify and Cloudflare every header, none of them twice or for a file that is missing', () => {
    // A rule for each file: both hosts apply a pattern to what is not found, too, and browsers would
    // keep that answer for a year.
    const hashed = readdirSync(`${folder}/_astro`, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(?!br$|gz$)\w+$/.test(file),
    );
    const kept = hashed.map((file) => [`${base}/_astro/${file}`, { 'Cache-Control': IMMUTABLE }]);
    expect(kept.length).toBeGreaterThan(10);
    const rules = parseHeaders(readFileSync(`${folder}/_headers`, 'utf8'));
    expect(rules).toEqual({ '/*': SECURITY_HEADERS, ...Object.fromEntries(kept) });
    // First, because Cloudflare reads 100 rules and skips the rest.
    expect(Object.keys(rules)[0]).toBe('/*');
    // For the same reason a picture never comes before a script, a style sheet or a font.
    const needed = Object.keys(rules).map((path) => /\.(?:js|css|woff2)$/.test(path));
    expect(needed.slice(1)).toEqual(needed.slice(1).sort((a, b) => Number(b) - Number(a)));
    // Cloudflare's limit: 2,000 characters a line.
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(`${name}: ${value}`.length).toBeLessThan(2000);
    }
  });

  test('sends Netlify’s visitors of unknown plans to the plan text with status 404', () => {
    const lines = readFileSync(`${folder}/_redirects`, 'utf8').trim().split('\n');
    expect(lines.at(-1)).toBe(`${base}/planos/* ${base}/planos/404.html 404`);
    expect(lines).toContain(`${base}/index.html ${base}/ 301!`);
    expect(lines).toContain(`${base}/planos/tecnologia.html ${base}/planos/tecnologia 301!`);
  });
});

test('vercel.json is what the one source of headers says (vitest -u writes it)', async () => {
  await expect(vercelJson()).toMatchFileSnapshot('../../vercel.json');
});
