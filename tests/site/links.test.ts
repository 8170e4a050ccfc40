import { describe, expect, test } from 'vitest';
import { serveSite } from '../../local/site-server.ts';
import { attributeOf } from '../../src/lib/html.ts';
import { TEST_BUILDS, type TestBuild } from '../../scripts/test-builds.ts';
import { builtPages, type BuiltPage } from './support/pages.ts';

const ADDRESS_ATTRIBUTES = ['href', 'src', 'action', 'component-url', 'renderer-url', 'content'];

/**
 * Addresses in a page that lead to this site: relative ones, and absolute ones of the public site.
 * A colour, such as that of the browser's bar, looks like a fragment but is none.
 */
function ownAddresses({ elements }: BuiltPage, site: string): string[] {
  const values = elements.flatMap((element) =>
    ADDRESS_ATTRIBUTES.map((name) => attributeOf(element, name)).filter(
      (value) => value !== undefined,
    ),
  );
  const styles = elements
    .filter(({ tagName }) => tagName === 'style')
    .flatMap(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')))
    .flatMap((css) => Array.from(css.matchAll(/url\(["']?([^"')]+)/g), ([, url = '']) => url));
  return [...values, ...styles]
    .filter((value) => /^(?:\/|#(?![0-9a-f]{6}$))/.test(value) || value.startsWith(site))
    .map((value) => value.replace(site, ''));
}

const SITES: TestBuild[] = [TEST_BUILDS.configured, TEST_BUILDS.subpath];

describe.each(SITES)('the site in $folder', ({ folder, base = '', environment }) => {
  const pages = builtPages(folder);
  const addressOf = (file: string): string => `${base}/${file.replace(/(?:index)?\.html$/, '')}`;
  const ids = new Map(
    pages.map(({ file, elements }) => [
      addressOf(file),
      new Set(elements.map((element) => attributeOf(element, 'id'))),
    ]),
  );

  test('has no broken link, no missing file, and nothing outside its path', async () => {
    const site = await serveSite({ folder, base });
    const broken: string[] = [];
    const known = new Map<string, number>();
    try {
      for (const page of pages) {
        const addresses = ownAddresses(page, environment['SITE_URL'] ?? '');
        expect(addresses.length, page.file).toBeGreaterThan(5);
        for (const address of new Set(addresses)) {
          const url = new URL(address, `http://site${addressOf(page.file)}`);
          if (!url.pathname.startsWith(`${base}/`))
            broken.push(`${page.file}: ${address} (outside)`);
          const status = known.get(url.pathname) ?? (await fetch(site.url + url.pathname)).status;
          known.set(url.pathname, status);
          const isSelf = url.pathname === addressOf(page.file);
          if (status !== 200 && !isSelf) broken.push(`${page.file}: ${address} (${status})`);
          const fragment = decodeURIComponent(url.hash.slice(1));
          if (fragment !== '' && fragment !== 'empresa' && !ids.get(url.pathname)?.has(fragment)) {
            broken.push(`${page.file}: ${address} (no such id)`);
          }
        }
      }
    } finally {
      await site.stop();
    }
    expect(broken).toEqual([]);
    expect(known.size).toBeGreaterThan(10);
  });
});
