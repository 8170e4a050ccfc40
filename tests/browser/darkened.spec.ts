/** A browser that darkens the light theme itself, whatever the page says, as Samsung Internet does. */
import type { Page, PageScreenshotOptions } from '@playwright/test';
import sharp from 'sharp';
import { findFullChromium } from '../../local/browser.ts';
import { contrast } from '../../scripts/brand/contrast.ts';
import { expect, test as base } from '../support/browser/fixtures.ts';

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--enable-features=WebContentsForceDark'];
      // The headless shell has no such mode.
      const executablePath = findFullChromium();
      await use({ ...launchOptions, ...(executablePath && { executablePath }), args });
    },
    { scope: 'worker' },
  ],
});

/** WCAG 1.4.11. */
const MIN_CONTRAST = 3;

/** Colours of fewer pixels come from the edges of shapes. */
const MIN_PIXELS = 8;

type Clip = NonNullable<PageScreenshotOptions['clip']>;

/** The colours of a part of the page, the prevailing one first. */
async function colorsIn(page: Page, clip: Clip): Promise<[string, ...string[]]> {
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const color = `#${pixels.toString('hex', at, at + 3)}`;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const [first = '', ...others] = [...counts]
    .filter(([, count]) => count >= MIN_PIXELS)
    .sort(([, one], [, other]) => other - one)
    .map(([color]) => color);
  return [first, ...others];
}

const all = (box: Clip): Clip => box;
/** Within a button, without its corners. */
const label = ({ x, y, width, height }: Clip): Clip => ({
  x: x + 12,
  y: y + 12,
  width: width - 24,
  height: height - 24,
});
/** A field's left edge, without its text. */
const edge = ({ x, y, height }: Clip): Clip => ({
  x: x - 4,
  y: y + 12,
  width: 8,
  height: height - 24,
});

const PARTS = [
  ['/', 1280, '.logo', all],
  ['/', 1280, '.marquee-toggle', all],
  ['/', 1280, '.hero .button-primary', label],
  ['/', 1280, '.on-deep .button-whatsapp', label],
  ['/', 390, '.menu-button svg', all],
  ['/', 390, 'main form [name=phone]', edge],
  ['/', 390, 'main form [name=message]', edge],
  ['/planos/tecnologia', 390, '.question .icon', all],
] as const;

test.use({ reducedMotion: 'no-preference' });

for (const [url, width, selector, part] of PARTS) {
  test(`on a darkened page of ${width} px, a visitor sees ${selector}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(url);
    const [header] = await colorsIn(page, { x: 0, y: 0, width: 16, height: 32 });
    expect(contrast(header, '#fff'), 'the browser darkens the page').toBeGreaterThan(10);

    // A moving logo in the middle: those at the edges fade.
    const found = page.locator(selector).filter({ visible: true });
    const element = selector === '.logo' ? found.nth(2) : found.first();
    // On a busy machine a logo moves out of its picture.
    await expect(async () => {
      // Playwright would wait until the moving logos stand still.
      await element.evaluate((one) => {
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        return one instanceof HTMLImageElement ? one.decode() : undefined;
      });
      const box = await element.boundingBox();
      const colors = await colorsIn(page, part(box as Clip));
      const best = Math.max(...colors.map((color) => contrast(color, colors[0])));
      expect(best).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }).toPass();
  });
}
