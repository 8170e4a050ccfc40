import { wcagLuminance } from 'culori';
import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';

const SHARED_PAGES = ['/', '/planos', '/planos/tecnologia', '/planos/midia-social'];

/** Above it, WhatsApp shows a link without its picture. */
const MAX_SOCIAL_IMAGE_BYTES = 300_000;

/** Of ink that 3:1 tells from white, and from black: WCAG 2.2, 1.4.11. */
const DARK_LUMINANCE = 0.3;
const LIGHT_LUMINANCE = 0.1;

test('each page that people share brings a picture that WhatsApp shows', async ({ page }) => {
  const images = new Set<string>();
  for (const path of SHARED_PAGES) {
    await page.goto(path);
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    const { pathname } = new URL(image ?? '');
    const response = await page.request.get(pathname);
    expect(response.headers()['content-type']).toBe('image/png');
    const body = await response.body();
    expect(body.length).toBeLessThan(MAX_SOCIAL_IMAGE_BYTES);
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 });
    images.add(pathname);
  }
  expect(images.size).toBe(SHARED_PAGES.length);
});

test('the mark in the tab is dark on a light bar, light on a dark one', async ({ page }) => {
  await page.goto('/');
  const icon = await page.locator('link[rel="icon"]').getAttribute('href');
  await page.goto(icon ?? '');
  const luminance = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    const path = page.locator('path').first();
    return wcagLuminance(await path.evaluate((line) => getComputedStyle(line).stroke));
  };
  expect(await luminance('light')).toBeLessThan(DARK_LUMINANCE);
  expect(await luminance('dark')).toBeGreaterThan(LIGHT_LUMINANCE);
});

test('phones and old browsers find an icon in each size that they ask for', async ({ page }) => {
  const get = async (url: string | null) => (await page.request.get(url ?? '')).body();
  await page.goto('/');
  // An iPhone shows transparency as black.
  const apple = await get(await page.locator('link[rel="apple-touch-icon"]').getAttribute('href'));
  expect(await sharp(apple).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  // The first width in its directory: https://en.wikipedia.org/wiki/ICO_(file_format)
  const favicon = await get('/favicon.ico');
  expect(favicon.readUInt8(6)).toBe(32);
});
