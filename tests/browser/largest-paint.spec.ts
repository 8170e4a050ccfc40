import { expect, test } from './support/fixtures.ts';

for (const width of [360, 768, 1440]) {
  test(`the headline is the largest thing painted at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    await page.goto('/', { waitUntil: 'networkidle' });
    const largest = await page.evaluate(
      () =>
        new Promise<string | undefined>((resolve) => {
          new PerformanceObserver((list) => {
            const paints = list.getEntries() as (PerformanceEntry & { element?: Element })[];
            resolve(paints.at(-1)?.element?.tagName);
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    expect(largest).toBe('H1');
  });
}
