import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';
import { walkAlongEdges } from './support/keyboard.ts';

/** WCAG 2.2, success criterion 2.5.8. */
const SMALLEST_TARGET_PX = 24;

/** WCAG 2.2, success criterion 1.4.12, as a reader's own style sheet sets it. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Texts that stick out of the window or are cut off by a box around them. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, h4, p, li, dd, a, span, button, label',
    );
    return (
      [...texts]
        .filter((element) => element.checkVisibility() && element.closest('.marquee') === null)
        // Words for screen readers alone are clipped to nothing, on purpose.
        .filter(
          (element) =>
            getComputedStyle(element).getPropertyValue('clip') !== 'rect(0px, 0px, 0px, 0px)',
        )
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element);
          const isCut =
            (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
            (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
          return isCut || element.getBoundingClientRect().right > innerWidth + 1;
        })
        .map((element) => element.outerHTML.slice(0, 120))
    );
  });
}

for (const path of ALL_PAGES) {
  test(`${path} can be read with a reader’s own text spacing`, async ({ page }) => {
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, TEXT_SPACING);
      expect(await clippedTexts(page), `at ${width} px`).toEqual([]);
    }
  });

  test(`${path} can be read at twice the text size`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 800 });
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await clippedTexts(page)).toEqual([]);
  });

  test(`${path} has no link or control too small to hit`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const small = await page.evaluate((smallest) => {
      const targets = document.querySelectorAll<HTMLElement>('a, button, summary, input, textarea');
      return [...targets]
        .filter((target) => target.checkVisibility() && target.closest('p') === null)
        .filter((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width < smallest || height < smallest;
        })
        .map((target) => target.outerHTML.slice(0, 120));
    }, SMALLEST_TARGET_PX);
    expect(small).toEqual([]);
  });
}

for (const path of ALL_PAGES) {
  test(`what has the focus is never hidden behind a bar, on ${path}`, async ({ page }) => {
    // Plan pages have a second bar at the foot of a phone's screen.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const stops = await walkAlongEdges(page);
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.filter(({ flaw }) => flaw !== '')).toEqual([]);
  });
}

test('a plan page on a phone has its bar at the foot', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/planos/tecnologia');
  const bar = page.getByRole('link', { name: 'Entre em Contato Conosco' });
  await expect(bar).toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
});

test('every page offers the way to the contact section at the same place', async ({ page }) => {
  for (const path of ALL_PAGES) {
    await page.goto(path);
    const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
    await expect(links.last()).toHaveAccessibleName('Contato');
  }
});

for (const path of ALL_PAGES) {
  test(`${path} works upright and on its side`, async ({ page }) => {
    for (const size of [
      { width: 360, height: 740 },
      { width: 740, height: 360 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      expect(await clippedTexts(page), `${size.width} px wide`).toEqual([]);
    }
  });
}
