import { win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headersFile, redirectsFile } from '../../src/hosting/netlify-cloudflare.ts';
import { pathBelow, publicPath } from '../../src/lib/public-path.ts';

test.each([
  ['index.html', ''],
  ['/site/index.html', '/site/'],
  ['planos.html', 'planos'],
  ['/planos/meu-index.html', '/planos/meu-index'],
  ['/planos/tecnologia', '/planos/tecnologia'],
])('the file %s is served as “%s”', (file, path) => {
  expect(publicPath(file)).toBe(path);
});

describe('a build on Windows', () => {
  const pathOf = (file: string) =>
    `/${pathBelow('C:\\site\\dist', `C:\\site\\dist\\${file}`, win32)}`;

  test('names pages and files by URL paths', () => {
    expect(publicPath(pathOf('planos\\tecnologia.html'))).toBe('/planos/tecnologia');
    const headers = headersFile('', [pathOf('_astro\\client.a1.js')]);
    expect(headers).toContain('\n/_astro/client.a1.js\n');
    const redirects = redirectsFile('', [publicPath(pathOf('planos\\tecnologia.html'))]);
    expect(headers + redirects).not.toContain('\\');
  });
});
