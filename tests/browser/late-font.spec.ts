import { readFileSync } from 'node:fs';
import { launchOptions } from '../../local/browser.ts';
import { BRAND } from '../../src/brand/brand.ts';
import { expect, test, watchRequests } from '../support/browser/fixtures.ts';
import {
  changeHtml,
  holdRequests,
  shiftSince,
  untilWebFontIsWanted,
} from '../support/browser/page.ts';

/** The devices' faces that test machines may lack, with the devices' widths: Arial's widths, and Android's face. */
const FACES = [
  ['Arial', 'arimo', [390, 393, 1350]],
  ['Roboto', 'roboto', [360, 384, 393, 412]],
] as const;

/** Device fonts that src/brand/fonts/fallback.css lists. */
const DEVICE_FACES = /(?:local\("?[\w ]+"?\),?)+/;

/** Smaller than any shift that a visitor could see, such as a line of text that moves on a phone. */
const MAX_INVISIBLE_SHIFT = 0.001;

/** What Web Vitals calls good. */
const MAX_GOOD_SHIFT = 0.1;

/**
 * The face for which scripts/brand/face.ts has the devices' width. Letters of another differ from the fallback's by a
 * few percent more or less, so that now and then a heading breaks elsewhere; that alone may move more.
 */
const FITTED_FACE = '@fontsource-variable/bricolage-grotesque';

function headingHeights(): string {
  const headings = document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, .font-display');
  return Array.from(headings, ({ offsetHeight }) => offsetHeight).join();
}

const browser = launchOptions();

test.use({
  // The Content-Security-Policy blocks fonts in `data:` URLs.
  bypassCSP: true,
  // Without it, a headless Chromium rounds the widths of letters to whole pixels, as no phone does.
  launchOptions: { ...browser, args: [...(browser.args ?? []), '--font-render-hinting=none'] },
});

for (const [face, file, widths] of FACES) {
  const font = readFileSync(`tests/support/browser/${file}.woff2`, 'base64');
  for (const path of ['/', '/planos', '/planos/tecnologia', '/planos/midia-social']) {
    test(`nothing moves on ${path} when the font replaces ${face} late`, async ({ page }) => {
      await changeHtml(page, `**${path}`, (html) => {
        expect(html).toMatch(DEVICE_FACES);
        return html.replace(DEVICE_FACES, `url(data:font/woff2;base64,${font})`);
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        const releaseFont = await holdRequests(page, '**/*.woff2');
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        // Two frames, so that the fallback has been painted.
        const [painted, faces] = await page.evaluate(async () => {
          const loaded = await document.fonts.load('16px display-fallback');
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
          return [performance.now(), loaded.length] as const;
        });
        expect(faces).toBeGreaterThan(0);
        const before = await page.evaluate(headingHeights);
        await untilWebFontIsWanted(page);
        releaseFont();
        await page.evaluate(async () => {
          await document.fonts.ready;
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        });
        const shift = await page.evaluate(shiftSince, painted);
        const isBroken = (await page.evaluate(headingHeights)) !== before;
        const mayMove = isBroken && BRAND.face.package !== FITTED_FACE;
        const max = mayMove ? MAX_GOOD_SHIFT : MAX_INVISIBLE_SHIFT;
        expect.soft(shift, `at ${width} px`).toBeLessThan(max);
        await page.unroute('**/*.woff2');
      }
    });
  }
}

test('the browser requests the font after the first paint, and at once on the next page', async ({
  page,
}) => {
  const fonts = watchRequests(page, 'font');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto('/');
  expect(fonts).toEqual([]);
  await page.clock.runFor(1000);
  await expect.poll(() => fonts.length).toBe(1);
  await page.getByRole('link', { name: 'Ver Todos os Planos' }).click();
  await page.waitForURL('/planos');
  await expect(page.locator('html')).toHaveClass('web-font');
});
