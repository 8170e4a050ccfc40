import { expect, type Page } from '@playwright/test';

/** Waits until all of a page can be measured: what is below the screen is laid out a moment later. */
export async function untilLaidOut(page: Page): Promise<void> {
  await expect(page.locator('html[data-top]')).toHaveCount(0);
}

/**
 * Waits until the page's script has heard of the first paint, as `src/page-script/first-paint.ts`
 * does: before that, it does not see the visitor scroll.
 */
export async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => {
          resolve();
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

/** Waits for the display face and for pictures further down, which a browser leaves for later. */
export async function settle(page: Page): Promise<void> {
  await untilLaidOut(page);
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode())]);
  });
}
