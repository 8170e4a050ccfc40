/** Text that the visitor enlarges or spaces out. */
import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, test } from '../support/browser/fixtures.ts';

const WIDTHS_PX = [320, 360, 600, 1024, 1440];

const DEFAULT_FONT_PX = 16;

/** The page in which every optional text appears. */
test.use({ build: 'complete' });

/** What is cut off by an edge of the page, or broken into single letters, and words of a table that are broken at all. */
function faults(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const check = (what: Element | Range, name: string): void => {
    for (const { left, right, top, width } of what.getClientRects()) {
      const isOutside = left < -0.5 || right > clientWidth + 0.5 || top + scrollY < -0.5;
      if (width > 0 && isOutside) found.push(`${name} from ${left} to ${right} px`);
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (!text.data.trim() || text.parentElement?.closest('.sr-only, .skip-link')) continue;
    const range = document.createRange();
    const isInTable = text.parentElement?.closest('table');
    for (const { 0: word, index } of isInTable ? text.data.matchAll(/[\p{L}\p{N}]+/gu) : []) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) found.push(`broken: ${word}`);
    }
    range.selectNodeContents(text);
    // A table scrolls.
    if (!isInTable) check(range, text.data.trim().slice(0, 30));
  }
  document.querySelectorAll('body *').forEach((one) => {
    const name = one.outerHTML.slice(0, 60);
    const isFree = one.matches('.skip-link, table *');
    if (one.matches('a, button, input, summary, textarea, img') && !isFree) check(one, name);
    const { overflowX, overflowY } = getComputedStyle(one);
    const isCut =
      (overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 1) ||
      (overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1);
    if (isCut && !one.matches('.sr-only, .hero, .hero *, .marquee, .marquee *, #clientes, :root')) {
      found.push(`cut off: ${name}`);
    }
  });
  const name = document.querySelector('.brand > span');
  const range = document.createRange();
  if (name) range.selectNodeContents(name);
  const lines = range.getClientRects().length;
  if (lines > 3 && getComputedStyle(name ?? document.body).position !== 'absolute') {
    found.push(`the name in ${lines} lines`);
  }
  return found;
}

function openDetails(): void {
  document.querySelectorAll('details').forEach((details) => {
    details.open = true;
  });
}

/** A page with an action bar that has no chat to press, or an empty bar. */
function chatFaults(): string[] {
  const bar = document.querySelector('.action-bar');
  if (!bar) return [];
  const isUsable = (link: Element): boolean => {
    const { left, right, width } = link.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    return link.checkVisibility() && width >= 44 && left >= -0.5 && right <= clientWidth + 0.5;
  };
  const chats = [...document.querySelectorAll('a[href^="https://wa.me"]')].filter(isUsable);
  const isEmptyBar = bar.clientHeight !== 0 && !bar.querySelector('a')?.checkVisibility();
  return [...(chats.length === 0 ? ['no chat'] : []), ...(isEmptyBar ? ['an empty bar'] : [])];
}

/** Resizes the window step by step, and expects that all fits, with a chat in reach. */
async function expectToFit(page: Page, setting: string): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 800 });
    const found = [...(await page.evaluate(faults)), ...(await page.evaluate(chatFaults))];
    expect.soft(found, `${setting}, ${width} px`).toEqual([]);
  }
}

for (const url of [...ALL_PAGES, '/planos/plano-familia']) {
  test(`${url} keeps all on the page, and a chat in reach, with large or spaced text`, async ({
    page,
  }) => {
    await page.goto(url);
    await page.evaluate(openDetails);
    const browser = await page.context().newCDPSession(page);
    for (const share of [1, 1.5, 2]) {
      const fontSizes = { standard: share * DEFAULT_FONT_PX };
      await browser.send('Page.setFontSizes', { fontSizes });
      await expectToFit(page, `the browser’s font size at ${share * 100} %`);
    }
    await browser.send('Page.setFontSizes', { fontSizes: { standard: DEFAULT_FONT_PX } });
    for (const share of [1.5, 2]) {
      await page.evaluate(
        (size) => {
          document.documentElement.style.fontSize = size;
        },
        `${share * 100}%`,
      );
      await expectToFit(page, `text alone at ${share * 100} %`);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
      // WCAG 1.4.12
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      );
      document.adoptedStyleSheets.push(spacing);
    });
    await expectToFit(page, 'spaced text');
  });
}
