import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, watchRequests } from './support/fixtures.ts';
import { holdRequests, untilWebFontIsWanted } from './support/page.ts';

/**
 * As wide as Arial, which visitors' devices have and the machine of a test may not. From a package,
 * so that every machine measures the same.
 */
const ARIMO = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2')),
  'base64',
);

/** The faces of the device that src/styles/font-fallback.css names first. */
const DEVICE_FACES = /(?:local\("?[\w ]+"?\),?)+/;

/** Larger than any shift that a visitor could see, smaller than one line of text on a phone. */
const UNSEEN_SHIFT = 0.001;

// The site's security policy knows no fonts inside pages.
test.use({ bypassCSP: true });

/** What stands in for the web font, on devices that have Arial or its like and on those that do not. */
for (const [face, family, source] of [
  ['Arial', 'display-fallback', `url(data:font/woff2;base64,${ARIMO})`],
  ['DejaVu Sans', 'display-fallback-wide', 'local("no such face")'],
] as const) {
  test(`nothing moves when the font arrives late, after ${face}`, async ({ page }) => {
    await page.addInitScript(() => {
      const record = Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          record.shifts += (entry as PerformanceEntry & { value: number }).value;
        }
      }).observe({ type: 'layout-shift' });
    });
    for (const path of ['/', '/planos', '/planos/tecnologia', '/nao-existe']) {
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        expect(html).toMatch(DEVICE_FACES);
        await route.fulfill({ response, body: html.replace(DEVICE_FACES, source) });
      });
      for (const width of [360, 1350]) {
        await page.setViewportSize({ width, height: 740 });
        const releaseFont = await holdRequests(page, '**/*.woff2');
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        // The text stands there in the fallback: two frames, so that it has been painted.
        const isThere = await page.evaluate(async (standIn) => {
          const faces = await document.fonts.load(`16px ${standIn}`).catch(() => []);
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
          Object.assign(window, { shifts: 0 });
          return faces.length > 0;
        }, family);
        test.skip(!isThere, `this machine has no ${face}`);
        await untilWebFontIsWanted(page);
        releaseFont();
        const shifts = await page.evaluate(async () => {
          await document.fonts.ready;
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
          return (window as unknown as { shifts: number }).shifts;
        });
        expect(shifts, `${path} at ${width} px`).toBeLessThan(UNSEEN_SHIFT);
        await page.unroute('**/*.woff2');
      }
    }
  });
}

test('the font is asked for after the first paint, and at once on the next page', async ({
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the font is there as well', async ({ page }) => {
    const fonts = watchRequests(page, 'font');
    await page.goto('/');
    await expect.poll(() => fonts.length).toBe(1);
  });
});
