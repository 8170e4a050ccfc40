import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';

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

/** What stands in for the web font, on devices that have Arial or its like and on those that do not. */
const STAND_INS = [
  {
    face: 'Arial',
    family: 'display-fallback',
    source: `url(data:font/woff2;base64,${ARIMO})`,
    widths: [320, 360, 393, 430],
  },
  {
    face: 'DejaVu Sans',
    family: 'display-fallback-wide',
    source: 'local("no such face")',
    widths: [340, 360, 412, 1350],
  },
];

const CASES = STAND_INS.flatMap(({ widths, ...standIn }) =>
  widths.flatMap((width) => ALL_PAGES.map((address) => ({ ...standIn, width, address }))),
);

// The site's security policy knows no fonts inside pages.
test.use({ bypassCSP: true });

for (const { face, family, source, width, address } of CASES) {
  test(`nothing moves on ${address} when the font arrives late at ${width} px, after ${face}`, async ({
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
      await route.fulfill({ response, body: html.replace(DEVICE_FACES, source) });
    });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    const { isThere, status } = await page.evaluate(async (standIn) => {
      // The text stands there in the fallback, where a device has that at once: two frames, so that
      // it has been painted.
      const faces = await document.fonts.load(`16px ${standIn}`).catch(() => []);
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      (window as unknown as { shifts: number[] }).shifts = [];
      return { isThere: faces.length > 0, status: document.fonts.status };
    }, family);
    test.skip(!isThere, `this machine has no ${face}`);
    expect(status).toBe('loading');

    releaseFont();
    const shifts = await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return (window as unknown as { shifts: number[] }).shifts;
    });
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(UNSEEN_SHIFT);
  });
}
