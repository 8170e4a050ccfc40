/** Drawings and compositions that no screenshot shows at every width. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../support/browser/fixtures.ts';
import { settle } from '../support/browser/page.ts';

/** Stacked, the card was 500 to 700 pixels high. */
const TALLEST_PX = 420;

const isEmpty = (name: string): boolean =>
  readFileSync(`src/brand/${name}.astro`, 'utf8').trim() === '';

test('on a tablet, the first service has its picture beside its text', async ({ page }) => {
  await page.goto('/');
  for (const width of [640, 768, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const card = page.locator('.services > li').first();
    const text = await card.getByRole('paragraph').boundingBox();
    const picture = await card.locator('img').boundingBox();
    expect(picture?.x ?? 0).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
    expect((await card.boundingBox())?.height).toBeLessThan(TALLEST_PX);
  }
});

for (const path of ['/planos', '/planos/tecnologia', '/privacidade']) {
  test(`the hills at the end of ${path} cover no text, and widen no screen`, async ({ page }) => {
    test.skip(isEmpty('Horizon'), 'This brand draws no hills.');
    await page.goto(path);
    await settle(page);
    for (const width of [320, 390, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const [top, lowest, wide] = await page.evaluate(() => {
        const all = [...document.querySelectorAll('main :is(p, h2, a, li, summary, img)')];
        // Closed answers have a place, too.
        const shown = all.filter((one) => one.checkVisibility());
        const bottoms = shown.map((one) => one.getBoundingClientRect().bottom);
        const paths = [...document.querySelectorAll('.horizon path')];
        const tops = paths.map((one) => one.getBoundingClientRect().top);
        return [Math.min(...tops), Math.max(...bottoms), document.documentElement.scrollWidth];
      });
      expect(top, `at ${width} px`).toBeGreaterThan(lowest);
      expect(top, 'there are hills').toBeLessThan(Infinity);
      expect(wide).toBe(width);
      // As Google's page translation turns it.
      const turned = await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
        return document.documentElement.scrollWidth;
      });
      expect(turned, 'from right to left').toBe(width);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.horizon')).toBeHidden();
  });
}

test('the privacy page names who is responsible, and lists its parts on a wide screen', async ({
  page,
}) => {
  await page.goto('/privacidade');
  await expect(page.getByRole('article')).toContainText('Rua do Pinhão, 100');
  const parts = page.getByRole('navigation', { name: 'Nesta página' });
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(parts).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 800 });
  const last = parts.getByRole('link').last();
  await last.click();
  const heading = page.getByRole('heading', { name: await last.innerText() });
  await expect(heading).toBeInViewport();
});
