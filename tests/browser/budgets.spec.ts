/** Holds the pages to the budgets of docs/performance.md for requests, script and images. Document sizes: tests/site. */
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compressedBytes } from '@site/html/page-size';
import { TEST_BUILDS } from '../support/builds.ts';
import { ALL_PAGES, expect, test, watchRequests } from '../support/browser/fixtures.ts';
import { holdRequests, settle } from '../support/browser/page.ts';

const SCRIPT_BUDGET_BYTES = 75_000;
const FONT_BUDGET_BYTES = 20_000;

const ASSETS = join(TEST_BUILDS.configured.folder, '_astro');

for (const path of ALL_PAGES) {
  test(`${path} paints with its document alone and requests one font and no script`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const requests = watchRequests(page);
    const fonts = watchRequests(page, 'font');
    const letThrough = await holdRequests(page, '**/_astro/**');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    const paints = () => performance.getEntriesByName('first-contentful-paint').length;
    await expect.poll(() => page.evaluate(paints)).toBe(1);
    await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    letThrough();
    await settle(page);
    expect(fonts).toHaveLength(1);
    const font = join(TEST_BUILDS.configured.folder, new URL(fonts[0] ?? '').pathname);
    expect(statSync(font).size).toBeLessThanOrEqual(FONT_BUDGET_BYTES);
    expect(await context.cookies()).toEqual([]);
    await expect(page.locator('img:not([width][height])')).toHaveCount(0);

    const largest = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: 'largest-contentful-paint', buffered: true });
      const last = observer.takeRecords().at(-1) as LargestContentfulPaint | undefined;
      return { tag: last?.element?.tagName, url: last?.url };
    });
    // Already in the document: as text, or as an inlined picture.
    expect(largest.url).toMatch(/^(?:|data:.*)$/);
    if (path === '/') expect(largest.tag).toBe('H1');
    // The form on the home page requests its script as it comes near.
    else await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    // The style for paper alone, which delays nothing.
    // Another host's, if the policy admits one (docs/change.md), are not the site's.
    const rest = requests.filter((url) => /\/\/localhost.*\.(?:js|css)$/.test(url));
    expect(rest).toEqual([expect.stringMatching(/\/print\.[\w-]+\.css$/)]);
  });
}

test('all script fits its budget, and Supabase’s client loads only with the form', async ({
  page,
  contact,
}) => {
  const scripts = watchRequests(page, 'script');
  const sheets = watchRequests(page, 'stylesheet');
  const isClient = (url: string): boolean => url.includes('supabaseClient');
  await contact.open();
  for (const island of await page.locator('astro-island').all()) {
    await island.dispatchEvent('pointerover');
  }
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  // Loaded with the toasts.
  const late = () => sheets.filter((url) => !url.includes('/print.'));
  await expect.poll(() => late().length).toBe(1);
  expect(scripts.filter(isClient)).toEqual([]);
  await contact.field('name').focus();
  await expect.poll(() => scripts.filter(isClient).length).toBe(1);

  // Another origin's, such as Plausible's, is not in the budget.
  const own = scripts.filter((url) => url.includes('/_astro/') && !isClient(url));
  const names = [...new Set(own.map((url) => basename(url)))];
  expect(names.filter((name) => name.startsWith('client.'))).toHaveLength(1);
  const sizes = names.map((name) => compressedBytes(readFileSync(join(ASSETS, name), 'utf8')));
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  console.log(`script of the home page at work: ${total} bytes in ${names.length} files`);
  expect(total).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
});

test('a browser fetches the page to which a visitor is about to go', async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  const pages: string[] = [];
  browser.on('Preload.preloadingAttemptSourcesUpdated', (it) => {
    pages.push(...it.preloadingAttemptSources.map(({ key }) => `${key.action} ${key.url}`));
  });
  await browser.send('Preload.enable');
  await page.goto('/');
  await expect.poll(() => pages).toContainEqual(expect.stringMatching(/^Prefetch .*\/planos$/));
});
