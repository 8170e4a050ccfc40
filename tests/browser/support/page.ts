/** Waits that more than one test needs: for an island's script, for the pictures. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the island that a part of the page belongs to answers by script. */
export async function untilHydrated(part: Locator): Promise<void> {
  await expect(part.locator('xpath=ancestor::astro-island')).not.toHaveAttribute('ssr');
  // React draws and starts to listen in tasks of its own; the first idle moment comes after them.
  await part.page().evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Keeps requests on their way, as a slow connection does. Returns what lets them arrive. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<null>();
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    resolve(null);
  };
}

/** Waits until the page has asked for its web font, which it does after the first paint. */
export async function untilWebFontIsWanted(page: Page): Promise<void> {
  await page.locator('html.web-font').waitFor({ state: 'attached' });
}

/**
 * Waits for the display face and for pictures further down, which a browser leaves for later. Tells
 * tests that draw or measure all text in that face what it is called: systems' own faces differ.
 */
export async function settle(page: Page): Promise<void> {
  await untilWebFontIsWanted(page);
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode())]);
    const { fontFamily } = getComputedStyle(document.querySelector('h1') ?? document.body);
    document.documentElement.style.setProperty('--own-face', fontFamily);
  });
}
