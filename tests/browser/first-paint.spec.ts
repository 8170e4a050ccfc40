/** What a page leaves for after its first paint, and what it must not leave. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';
import { untilLaidOut } from './support/settle.ts';

/** Notes whether something had been painted already when the page was laid out as a whole. */
async function watchLayout(page: Page): Promise<() => Promise<boolean | undefined>> {
  await page.addInitScript(() => {
    new MutationObserver((_mutations, observer) => {
      if (document.documentElement.dataset['whole'] === undefined) return;
      observer.disconnect();
      const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
      Object.assign(window, { painted });
    }).observe(document, { attributes: true, subtree: true });
  });
  return async () => {
    await untilLaidOut(page);
    return page.evaluate(() => (window as { painted?: boolean }).painted);
  };
}

test('a page that opens at its top is laid out as a whole once that can be seen', async ({
  page,
}) => {
  const paintedBefore = await watchLayout(page);
  await page.goto('/');
  expect(await paintedBefore()).toBe(true);
  await expect(page.locator('#contato')).toHaveCSS('content-visibility', 'visible');
});

test('a page that opens at a section, or where the visitor was, is laid out as a whole at once', async ({
  page,
}) => {
  const paintedBefore = await watchLayout(page);
  await page.goto('/#contato');
  expect(await paintedBefore()).toBe(false);
  await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
  await page.reload();
  expect(await paintedBefore()).toBe(false);
});

test('a visitor who comes back finds the page where they left it', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Ver Detalhes: Mídia Social Estratégica' });
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL('/planos/midia-social');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
  await expect(link).toBeInViewport();
});

test('a browser that keeps its paints to itself gets script all the same', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.clock.install();
  await page.goto('/');
  await page.clock.fastForward(3_000);
  await page.getByRole('navigation').hover();
  await untilHydrated(page.getByRole('navigation'));
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is left for later', async ({ page }) => {
    await page.goto('/');
    for (const section of await page.locator('main > section').all()) {
      await expect(section).toHaveCSS('content-visibility', 'visible');
    }
  });
});
