/** What docs/performance.md promises about requests, script and images. Bytes of documents: tests/site. */
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { compressedBytes } from '../../src/build-steps/page-size.ts';
import { ALL_PAGES, expect, test, watchScripts } from './support/fixtures.ts';

const SCRIPT_BUDGET_BYTES = 75_000;
const FONT_BUDGET_BYTES = 20_000;

const ASSETS = join(TEST_BUILDS.configured.folder, '_astro');

test('all script of the home page at work fits its budget, without the Supabase client', async ({
  page,
}) => {
  const scripts = watchScripts(page);
  await page.goto('/');
  // A finger or pointer on every island, and the form touched.
  for (const island of await page.locator('astro-island').all()) {
    await island.dispatchEvent('pointerover');
  }
  await page.locator('form').last().scrollIntoViewIfNeeded();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.getByLabel('Nome').focus();
  const isClient = (url: string): boolean => url.includes('supabaseClient');
  await expect.poll(() => scripts.filter(isClient).length).toBe(1);

  const names = [...new Set(scripts.filter((url) => !isClient(url)).map((url) => basename(url)))];
  const sizes = names.map((name) => compressedBytes(readFileSync(join(ASSETS, name), 'utf8')));
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  console.log(`script of the home page at work: ${total} bytes in ${names.length} files`);
  expect(names.filter((name) => name.startsWith('client.'))).toHaveLength(1);
  expect(total).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
});

for (const address of ALL_PAGES) {
  test(`${address} is on the screen, in its colours, when nothing but the document has come`, async ({
    page,
  }) => {
    // The rest stays on its way for as long as the test lasts.
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() === 'document') await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length),
      )
      .toBe(1);
    await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });

  test(`${address} knows the room of each image before it arrives, and fetches none too large`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    const images = await page.locator('img').evaluateAll(async (all) => {
      const elements = all as HTMLImageElement[];
      for (const image of elements) image.loading = 'eager';
      await Promise.all(elements.map((image) => image.decode()));
      return elements.map((image) => ({
        src: image.currentSrc,
        hasSize: image.hasAttribute('width') && image.hasAttribute('height'),
        isVector: /\.svg$|^data:image\/svg/.test(image.currentSrc),
        excess: image.naturalWidth / (image.clientWidth * devicePixelRatio),
      }));
    });
    expect(images.filter(({ hasSize }) => !hasSize)).toEqual([]);
    expect(images.filter(({ isVector, excess }) => !isVector && excess > 1)).toEqual([]);
  });
}

test('the display face is small, and the only font', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(fonts).toHaveLength(1);
  const file = join(TEST_BUILDS.configured.folder, fonts[0] ?? '');
  expect(statSync(file).size).toBeLessThanOrEqual(FONT_BUDGET_BYTES);
});
