import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './support/fixtures.ts';

/**
 * As wide as Arial, which visitors' devices have and the machine of a test may not. From a package,
 * so that every machine measures the same.
 */
const ARIMO = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2')),
  'base64',
);

/** The faces of the device that src/styles/font-fallback.css names. */
const DEVICE_FACES = /(?:local\("?[\w ]+"?\),?)+/;

/** Larger than any shift that a visitor could see, smaller than one line of text on a phone. */
const UNSEEN_SHIFT = 0.001;

// The site's security policy knows no fonts inside pages.
test.use({ bypassCSP: true });

for (const width of [320, 360, 393, 430]) {
  for (const address of ['/', '/planos', '/planos/tecnologia', '/planos/midia-social']) {
    test(`nothing moves on ${address} when the font arrives late on a phone ${width} wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      let releaseFont = (): void => undefined;
      const released = new Promise<void>((resolve) => (releaseFont = resolve));
      await page.route('**/*.woff2', async (route) => {
        await released;
        await route.continue();
      });
      await page.addInitScript(() => {
        const record = window as unknown as { shifts: number[] };
        record.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            record.shifts.push((entry as PerformanceEntry & { value: number }).value);
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.route(`**${address}`, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        expect(html).toMatch(DEVICE_FACES);
        const arimo = `url(data:font/woff2;base64,${ARIMO})`;
        await route.fulfill({ response, body: html.replace(DEVICE_FACES, arimo) });
      });
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      const loaded = await page.evaluate(async () => {
        // The text stands there in the fallback, where a device has that at once: two frames, so that
        // it has been painted.
        await document.fonts.load('16px display-fallback');
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        (window as unknown as { shifts: number[] }).shifts = [];
        return document.fonts.status;
      });
      expect(loaded).toBe('loading');

      releaseFont();
      const shifts = await page.evaluate(async () => {
        await document.fonts.ready;
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        return (window as unknown as { shifts: number[] }).shifts;
      });
      expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(UNSEEN_SHIFT);
    });
  }
}
