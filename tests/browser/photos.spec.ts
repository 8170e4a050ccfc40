/** An editor who brings photos as the camera left them costs no visitor more than the screen shows. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** A fine screen may get twice the pixels, and a little for the next width that is offered. */
const MOST_PIXELS_PER_SHOWN = 3;

// Of the logos, some only show where they move.
test.use({ build: 'complete', reducedMotion: 'no-preference' });

interface ShownImage {
  type: string;
  /** Pixels that were fetched for each one that is shown. */
  excess: number;
  hasSize: boolean;
}

/** All pictures of the page that are no drawings. */
async function photosOn(page: Page, path: string): Promise<ShownImage[]> {
  await page.goto(path);
  return page.locator('img').evaluateAll(async (all) => {
    const images = all as HTMLImageElement[];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
    const photos = images.filter(({ currentSrc }) => !/\.svg$|^data:/.test(currentSrc));
    return Promise.all(
      photos.map(async (image) => ({
        type: (await (await fetch(image.currentSrc)).blob()).type,
        excess: image.naturalWidth / image.clientWidth,
        hasSize: image.hasAttribute('width') && image.hasAttribute('height'),
      })),
    );
  });
}

for (const [path, photos] of [
  ['/', 4],
  ['/planos/plano-familia', 2],
] as const) {
  for (const width of [360, 1440]) {
    test(`photos on ${path} are as small as a screen of ${width} px takes them`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const shown = await photosOn(page, path);
      expect(shown).toHaveLength(photos);
      for (const { type, excess, hasSize } of shown) {
        expect(type).toBe('image/webp');
        expect(excess).toBeLessThanOrEqual(MOST_PIXELS_PER_SHOWN);
        expect(hasSize).toBe(true);
      }
    });
  }
}
