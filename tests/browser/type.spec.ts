/** Typography that readers feel without noticing. */
import { expect, test } from '../support/browser/fixtures.ts';
import { settle } from '../support/browser/page.ts';

/** Characters per line that are easy to read, spaces included. */
const LINE_CHARACTERS = { min: 40, max: 75 };

// For the style element that sets the face.
test.use({ bypassCSP: true });

for (const path of ['/', '/planos', '/planos/tecnologia']) {
  test(`${path} has lines of 40 to 75 characters where they fit`, async ({ page }) => {
    await page.goto(path);
    await settle(page);
    await page.addStyleTag({ content: 'body { font-family: var(--own-face) }' });
    await page.evaluate(() => document.fonts.ready);
    for (const width of [700, 820, 1000, 1440]) {
      await page.setViewportSize({ width, height: 1024 });
      const paragraphs = page.locator('main p:visible').filter({ hasText: /\S/ });
      const texts = await paragraphs.evaluateAll((all) =>
        all.map((paragraph) => {
          const { height } = paragraph.getBoundingClientRect();
          const lines = Math.round(height / parseFloat(getComputedStyle(paragraph).lineHeight));
          const range = document.createRange();
          range.selectNodeContents(paragraph);
          const widths = Array.from(range.getClientRects(), ({ width }) => width);
          // The last line is seldom full.
          const fullLines = lines - 1 + (widths.at(-1) ?? 0) / Math.max(...widths);
          return {
            text: paragraph.textContent,
            lines,
            characters: paragraph.textContent.length / fullLines,
          };
        }),
      );
      // `text-wrap` evens lines out: of two, it may shorten the first.
      const wrong = texts.filter(
        ({ lines, characters }) =>
          characters > LINE_CHARACTERS.max ||
          (width === 1440 && lines >= 3 && characters < LINE_CHARACTERS.min),
      );
      expect(wrong, `at ${width} px`).toEqual([]);
    }
  });
}
