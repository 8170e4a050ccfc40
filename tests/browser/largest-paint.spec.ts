import { ALL_PAGES, expect, test } from './support/fixtures.ts';

interface LargestPaint {
  tag: string | undefined;
  /** Address of the picture, empty for text. */
  address: string;
}

for (const path of ALL_PAGES) {
  for (const width of [360, 768, 1440]) {
    test(`the largest thing painted on ${path} at ${width} px came with the document`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
      await page.goto(path, { waitUntil: 'networkidle' });
      const largest = await page.evaluate(
        () =>
          new Promise<LargestPaint>((resolve) => {
            new PerformanceObserver((list) => {
              const paints = list.getEntries() as (PerformanceEntry & {
                element?: Element;
                url?: string;
              })[];
              const last = paints.at(-1);
              resolve({ tag: last?.element?.tagName, address: last?.url ?? '' });
            }).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      );
      // An address within the page is cut short by the browser: its scheme is all it tells.
      expect(largest.address).toMatch(/^(?:|data:.*)$/);
      if (path === '/') expect(largest.tag).toBe('H1');
    });
  }
}
