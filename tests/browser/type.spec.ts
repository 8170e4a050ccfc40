/** How text is set: craft that a reader feels and nobody names. */
import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';

/** Signs in a line that the eye follows without effort, spaces included. */
const LINE_SIGNS = { min: 45, max: 75 };

/**
 * In the face that travels with the site, as wide as Arial: the system's own differ between machines,
 * and that of a bare Linux is a fifth wider than any that visitors have.
 */
async function pinFace(page: Page): Promise<void> {
  const face = await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).fontFamily);
  await page.addStyleTag({ content: `body { font-family: ${face} }` });
  await page.evaluate(() => document.fonts.ready);
}

// For the style that does so.
test.use({ bypassCSP: true });

interface Setting {
  text: string;
  /** Signs in each line. */
  lines: number[];
}

/** Every paragraph in sight. */
function paragraphs(page: Page): Promise<Setting[]> {
  return page
    .getByRole('main')
    .locator('p:visible')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const tops: number[] = [];
        const lines: number[] = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { top, width } = range.getBoundingClientRect();
            // A space at the end of a line has no width of its own.
            if (width === 0) continue;
            if (tops.at(-1) !== top) {
              tops.push(top);
              lines.push(0);
            }
            lines[lines.length - 1] = (lines.at(-1) ?? 0) + 1;
          }
        }
        return { text: element.textContent.trim().slice(0, 40), lines };
      }),
    );
}

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

for (const address of ALL_PAGES) {
  test(`${address} has lines of 45 to 75 signs where there is room for them`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await pinFace(page);
    const found = await paragraphs(page);
    if (address === '/') expect(found.length).toBeGreaterThan(5);
    const uneasy = found
      // Of two lines, the shorter may be a wish of balance.
      .filter(({ lines }) => lines.length >= 3)
      .map(({ text, lines }) => ({ text, signs: mean(lines.slice(0, -1)) }))
      .filter(({ signs }) => signs < LINE_SIGNS.min || signs > LINE_SIGNS.max);
    expect(uneasy).toEqual([]);
  });

  test(`${address} has no line of more than 75 signs, whatever the screen`, async ({ page }) => {
    await page.goto(address);
    await pinFace(page);
    for (const width of [700, 768, 820, 912, 1000, 1024, 1440]) {
      await page.setViewportSize({ width, height: 1024 });
      const long = (await paragraphs(page)).filter(
        ({ lines }) => Math.max(...lines) > LINE_SIGNS.max,
      );
      expect(long, `${width} px wide`).toEqual([]);
    }
  });
}

test('no heading leaves a lonely word in its last line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const address of ALL_PAGES) {
    await page.goto(address);
    const headings = page.getByRole('heading');
    for (const heading of await headings.all())
      await expect(heading).toHaveCSS('text-wrap-style', 'balance');
  }
});

test('a telephone number never breaks over two lines', async ({ page }) => {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    for (const link of await page.locator('a[href^="tel:"]').all()) {
      const lines = await link.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines).toBe(1);
    }
  }
});

test('long words are divided as Portuguese divides them', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  for (const text of await page.getByRole('main').locator('p').all()) {
    await expect(text).toHaveCSS('hyphens', 'auto');
  }
});

test.describe('with letters half as large again, or twice as large', () => {
  test.skip(({ browserName }) => browserName !== 'chromium', 'set by Chromium’s own protocol');

  for (const address of ALL_PAGES) {
    test(`${address} fits a phone's screen, and the name its bar`, async ({ page }) => {
      const devtools = await page.context().newCDPSession(page);
      for (const standard of [20, 24, 32]) {
        // As a visitor sets it: media queries in em answer to it.
        await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
        await page.goto(address);
        for (const width of [320, 360, 412]) {
          await page.setViewportSize({ width, height: 740 });
          const found = await page.evaluate(() => {
            const bar = document.querySelector('header')?.getBoundingClientRect();
            const brand = document.querySelector('.brand')?.getBoundingClientRect();
            return {
              letters: parseFloat(getComputedStyle(document.documentElement).fontSize),
              isWide: document.documentElement.scrollWidth > innerWidth,
              isBrandInBar: (brand?.bottom ?? Infinity) <= (bar?.bottom ?? 0),
            };
          });
          expect(found, `${width} px wide`).toEqual({
            letters: standard,
            isWide: false,
            isBrandInBar: true,
          });
        }
      }
      await expect(page.getByRole('banner').getByRole('link').first()).toHaveAccessibleName(
        'Araucária Digital',
      );
    });
  }
});
