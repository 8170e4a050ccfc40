/** How text is set: craft that a reader feels and nobody names. */
import type { Locator } from '@playwright/test';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';
import { settle } from './support/page.ts';

/** Characters in a line that the eye follows without effort, spaces included. */
const LINE_CHARACTERS = { min: 45, max: 75 };

// For the style that pins the face.
test.use({ bypassCSP: true });

/** Of each paragraph, how many characters stand in each of its lines. */
function charactersOfLines(paragraphs: Locator): Promise<number[][]> {
  return paragraphs.evaluateAll((elements) =>
    elements.map((element) => {
      const lines = new Map<number, number>();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
          const character = document.createRange();
          character.setStart(node, at);
          character.setEnd(node, at + 1);
          const { top, width } = character.getBoundingClientRect();
          // A space at the end of a line has no width of its own.
          if (width > 0) lines.set(top, (lines.get(top) ?? 0) + 1);
        }
      }
      return [...lines.values()];
    }),
  );
}

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

for (const path of ['/', '/planos', '/planos/tecnologia']) {
  test(`${path} has lines of 45 to 75 characters where they fit`, async ({ page }) => {
    await page.goto(path);
    await settle(page);
    // The one that travels with the site is as wide as Arial; the system's own differ.
    const headings = page.getByRole('heading', { level: 1 });
    const face = await headings.evaluate((heading) => getComputedStyle(heading).fontFamily);
    await page.addStyleTag({ content: `body { font-family: ${face} }` });
    await page.evaluate(() => document.fonts.ready);
    for (const width of [700, 820, 1000, 1440]) {
      await page.setViewportSize({ width, height: 1024 });
      const lines = await charactersOfLines(page.locator('main p:visible'));
      const long = lines.filter((lengths) => Math.max(...lengths) > LINE_CHARACTERS.max);
      // The last line is of any length, and of two lines the shorter may be a wish of balance.
      const full = lines.filter(({ length }) => length >= 3).map((lengths) => lengths.slice(0, -1));
      const short = full.filter((lengths) => mean(lengths) < LINE_CHARACTERS.min);
      expect(long, `at ${width} px`).toEqual([]);
      if (width === 1440) expect(short).toEqual([]);
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
