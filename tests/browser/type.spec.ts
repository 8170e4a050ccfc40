/** How text is set: craft that a reader feels and nobody names. */
import { ALL_PAGES, expect, test } from './support/fixtures.ts';

/** Characters in a line that the eye follows without effort, spaces included. */
const LINE_CHARACTERS = { min: 45, max: 75 };

// For the style that pins the face.
test.use({ bypassCSP: true });

for (const path of ALL_PAGES) {
  test(`${path} has lines of 45 to 75 characters where they fit`, async ({ page }) => {
    await page.goto(path);
    // The one that travels with the site is as wide as Arial; the system's own differ.
    const headings = page.getByRole('heading', { level: 1 });
    const face = await headings.evaluate((heading) => getComputedStyle(heading).fontFamily);
    await page.addStyleTag({ content: `body { font-family: ${face} }` });
    await page.evaluate(() => document.fonts.ready);
    for (const width of [700, 820, 1000, 1440]) {
      await page.setViewportSize({ width, height: 1024 });
      const lengths = await page.locator('main p:visible').evaluateAll((paragraphs) =>
        paragraphs.flatMap((paragraph) => {
          const text = document.createRange();
          text.selectNodeContents(paragraph);
          const lines = new Map<number, number>();
          for (const { top, width: part } of text.getClientRects()) {
            lines.set(Math.round(top), (lines.get(Math.round(top)) ?? 0) + part);
          }
          // The last line is as long as it happens to be, and of two the wish of balance.
          if (lines.size < 3) return [];
          const widths = [...lines.values()];
          const total = widths.reduce((sum, part) => sum + part, 0);
          const fullLines = total - (widths.at(-1) ?? 0);
          const characters = paragraph.textContent.trim().length * (fullLines / total);
          return [Math.round(characters / (lines.size - 1))];
        }),
      );
      if (path === '/') expect(lengths.length).toBeGreaterThan(2);
      expect(Math.max(0, ...lengths), `at ${width} px`).toBeLessThanOrEqual(LINE_CHARACTERS.max);
      if (width < 1440) continue;
      expect(Math.min(...lengths, LINE_CHARACTERS.min)).toBe(LINE_CHARACTERS.min);
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
