import type { Page } from '@playwright/test';

/** Waits for the display face and for pictures further down, which a browser leaves for later. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode())]);
  });
}
