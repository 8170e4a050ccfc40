import { readFileSync } from 'node:fs';
import { expect, test, watchRequests } from '../support/browser/fixtures.ts';
import {
  changeHtml,
  holdRequests,
  shiftSince,
  untilWebFontIsWanted,
} from '../support/browser/page.ts';

/** As wide as Arial, which visitors' devices have and test machines may lack. */
const ARIMO = readFileSync('tests/support/browser/arimo.woff2', 'base64');

/** Device fonts that src/brand/fonts/fallback.css lists first. */
const DEVICE_FACES = /(?:local\("?[\w ]+"?\),?)+/;

/** Smaller than any shift that a visitor could see, such as a line of text that moves on a phone. */
const MAX_INVISIBLE_SHIFT = 0.001;

/** A fifth of what counts as good: in another typeface, a heading may wrap onto one line more. */
const MAX_SHIFT_OF_A_LINE = 0.02;

/** Changes if any heading wraps differently. */
function headingHeights(): string {
  const headings = document.querySelectorAll<HTMLElement>('h1, h2, h3');
  return Array.from(headings, ({ offsetHeight }) => offsetHeight).join();
}

// The Content-Security-Policy blocks fonts in `data:` URLs.
test.use({ bypassCSP: true });

for (const path of ['/', '/planos/tecnologia']) {
  test(`nothing moves on ${path} when the font replaces the device’s late`, async ({ page }) => {
    await changeHtml(page, `**${path}`, (html) => {
      expect(html).toMatch(DEVICE_FACES);
      return html.replace(DEVICE_FACES, `url(data:font/woff2;base64,${ARIMO})`);
    });
    for (const width of [360, 1350]) {
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
      const heights = await page.evaluate(headingHeights);
      await untilWebFontIsWanted(page);
      releaseFont();
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      });
      const shift = await page.evaluate(shiftSince, painted);
      const isWrappedAlike = heights === (await page.evaluate(headingHeights));
      expect(shift, `at ${width} px`).toBeLessThan(
        isWrappedAlike ? MAX_INVISIBLE_SHIFT : MAX_SHIFT_OF_A_LINE,
      );
      await page.unroute('**/*.woff2');
    }
  });
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
