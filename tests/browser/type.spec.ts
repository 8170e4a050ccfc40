/** How text is set: craft that a reader feels and nobody names. */
import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';

/** Characters in a line that the eye follows without effort, spaces included. */
const LINE_CHARACTERS = { min: 45, max: 75 };

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

/** Every paragraph in sight, with the characters in each of its lines. */
function paragraphs(page: Page): Promise<{ text: string; lines: number[] }[]> {
  return page
    .getByRole('main')
    .locator('p:visible')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const lines = new Map<number, number>();
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { top, width } = range.getBoundingClientRect();
            // A space at the end of a line has no width of its own.
            if (width > 0) lines.set(top, (lines.get(top) ?? 0) + 1);
          }
        }
        return { text: element.textContent.trim().slice(0, 40), lines: [...lines.values()] };
      }),
    );
}

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

for (const path of ALL_PAGES) {
  test(`${path} has lines of 45 to 75 characters where they fit`, async ({ page }) => {
    await page.goto(path);
    await pinFace(page);
    for (const width of [700, 820, 1000, 1440]) {
      await page.setViewportSize({ width, height: 1024 });
      const found = await paragraphs(page);
      const long = found.filter(({ lines }) => Math.max(...lines) > LINE_CHARACTERS.max);
      expect(long, `${width} px wide`).toEqual([]);
      if (width !== 1440) continue;
      if (path === '/') expect(found.length).toBeGreaterThan(5);
      const short = found
        // Of two lines, the shorter may be a wish of balance.
        .filter(({ lines }) => lines.length >= 3)
        .filter(({ lines }) => mean(lines.slice(0, -1)) < LINE_CHARACTERS.min);
      expect(short).toEqual([]);
    }
  });
}

test('headings are balanced, and words divide as in Portuguese', async ({ page }) => {
  for (const path of ALL_PAGES) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    for (const heading of await page.getByRole('heading').all()) {
      await expect(heading).toHaveCSS('text-wrap-style', 'balance');
    }
    for (const text of await page.getByRole('main').locator('p').all()) {
      await expect(text).toHaveCSS('hyphens', 'auto');
    }
  }
});

test('a telephone number never breaks over two lines', async ({ page }) => {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    for (const link of await page.locator('a[href^="tel:"]:visible').all()) {
      const lines = await link.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines).toBe(1);
    }
  }
});
