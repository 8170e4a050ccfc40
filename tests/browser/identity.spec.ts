import { wcagLuminance } from 'culori';
import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';

const SHARED_PAGES = ['/', '/planos', '/planos/tecnologia', '/planos/midia-social'];

/** Above it, WhatsApp shows a link without its picture. */
const MAX_SOCIAL_IMAGE_BYTES = 300_000;

/** Of ink that 3:1 tells from white, and from black: WCAG 2.2, 1.4.11. */
const DARK_LUMINANCE = 0.3;
const LIGHT_LUMINANCE = 0.1;

/** The manifest's icons, as much of them as is looked at here. */
interface Manifest {
  lang: string;
  name: string;
  icons: { src: string; sizes: string; purpose: string }[];
}

test('each page that people share brings a picture of its own, which WhatsApp shows', async ({
  page,
}) => {
  const images = new Set<string>();
  for (const address of SHARED_PAGES) {
    await page.goto(address);
    const meta = (name: string) =>
      page.locator(`meta[property="${name}"]`).getAttribute('content', { timeout: 5000 });
    const image = new URL((await meta('og:image')) ?? '');
    expect(image.origin, 'an absolute address on the site itself').toBe(
      new URL((await meta('og:url')) ?? '').origin,
    );
    const response = await page.request.get(image.pathname);
    expect(response.headers()['content-type']).toBe('image/png');
    const body = await response.body();
    expect(body.length).toBeLessThan(MAX_SOCIAL_IMAGE_BYTES);
    const { width, height } = await sharp(body).metadata();
    expect([String(width), String(height)]).toEqual([
      await meta('og:image:width'),
      await meta('og:image:height'),
    ]);
    expect([width, height]).toEqual([1200, 630]);
    expect(await meta('og:image:alt')).toBeTruthy();
    images.add(image.pathname);
  }
  expect(images.size).toBe(SHARED_PAGES.length);
});

test('the browser’s own bar takes the colour of the page, paper by day and green by night', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const { ground, bar } = await page.evaluate(() => {
      const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
      const meta = [...metas].find(({ media }) => matchMedia(media).matches);
      const probe = document.createElement('i');
      probe.style.color = meta?.content ?? '';
      document.body.append(probe);
      return {
        ground: getComputedStyle(document.body).backgroundColor,
        bar: getComputedStyle(probe).color,
      };
    });
    expect(bar).toBe(ground);
  }
});

test('the mark in the tab is dark on a light bar, light on a dark one', async ({ page }) => {
  await page.goto('/');
  const icon = await page.locator('link[rel="icon"]').getAttribute('href');
  const inks: number[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(icon ?? '');
    const stroke = await page
      .locator('path')
      .first()
      .evaluate((path) => getComputedStyle(path).stroke);
    inks.push(wcagLuminance(stroke));
  }
  const [onLight = 1, onDark = 0] = inks;
  expect(onLight).toBeLessThan(DARK_LUMINANCE);
  expect(onDark).toBeGreaterThan(LIGHT_LUMINANCE);
});

test('the home screen of a phone finds an icon in each size that the manifest names', async ({
  page,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as Manifest;
  expect(manifest.lang).toBe('pt-BR');
  expect(manifest.name).toBe('Araucária Digital');
  for (const { src, sizes, purpose } of manifest.icons) {
    const { width, height, hasAlpha } = await sharp(
      await (await page.request.get(src)).body(),
    ).metadata();
    expect(`${width}x${height}`).toBe(sizes);
    // A launcher cuts a maskable icon itself: there must be green in its corners.
    if (purpose === 'maskable') expect(hasAlpha).toBe(false);
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
});

test('an iPhone finds an icon without transparency, an old browser a favicon.ico', async ({
  page,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const icon = await (await page.request.get(address ?? '')).body();
  expect(await sharp(icon).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });

  const favicon = await (await page.request.get('/favicon.ico')).body();
  const count = favicon.readUInt16LE(4);
  const sides = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = favicon.subarray(6 + 16 * index, 22 + 16 * index);
      const at = entry.readUInt32LE(12);
      const { width } = await sharp(favicon.subarray(at, at + entry.readUInt32LE(8))).metadata();
      expect(width).toBe(entry.readUInt8(0));
      return width;
    }),
  );
  expect(sides).toContain(32);
});
