/** Goes through a page with the Tab key, as people do who use no pointer. */
import type { Locator, Page } from '@playwright/test';

const CONTROLS = ['a[href]', 'button', 'summary', 'input', 'textarea', 'select', 'iframe']
  .map((control) => `${control}:not(:disabled):visible`)
  .join(', ');

/** Longest that the page may take to come to rest on what has the focus. */
const DEADLINE_MS = 3000;

/** What has to show of a control, so that a person sees where the focus is. */
const LEAST_IN_VIEW_PX = 8;

export interface Stop {
  /** What has the focus, as a person would point it out. */
  control: string;
  /** Why a sighted person would not find the focus there; empty when they would. */
  flaw: string;
}

/** All that a visitor can see and use, in the order of the document. */
export function controlsOf(page: Page): Promise<Locator[]> {
  return page.locator(CONTROLS).all();
}

export function nameOf(control: Locator): Promise<string> {
  return control.evaluate(({ tagName, ariaLabel, textContent, id }) => {
    const name = [ariaLabel, textContent.trim().replace(/\s+/g, ' '), id].find(Boolean);
    return `${tagName.toLowerCase()} ${name ?? ''}`;
  });
}

/** A smooth scroll would still be on its way when the next key is pressed. */
async function jumpInsteadOfScrolling(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.scrollBehavior = 'auto';
  });
}

function flawOf(focused: Locator): Promise<string> {
  return focused.evaluate(
    async (element, { deadlineMs, leastPx }) => {
      const flawNow = (): string => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        const isClear = /^rgba\(.*, 0\)$/.test(outlineColor);
        if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1 || isClear) return 'no outline';
        // Of a link that runs over two lines, the first.
        const [box] = element.getClientRects();
        if (box === undefined) return 'not drawn';
        // Firefox leaves what is half hidden as it is, which the criterion allows (2.4.11).
        const top = Math.max(box.top, 0);
        const bottom = Math.min(box.bottom, innerHeight);
        const x = (box.left + box.right) / 2;
        if (x < 0 || x > innerWidth || bottom - top < leastPx) return 'out of view';
        const onTop = document.elementFromPoint(x, (top + bottom) / 2);
        return element.contains(onTop) ? '' : `covered by ${onTop?.outerHTML.slice(0, 80) ?? ''}`;
      };

      const deadline = performance.now() + deadlineMs;
      let flaw = flawNow();
      while (flaw !== '' && performance.now() < deadline) {
        await new Promise(requestAnimationFrame);
        flaw = flawNow();
      }
      return flaw;
    },
    { deadlineMs: DEADLINE_MS, leastPx: LEAST_IN_VIEW_PX },
  );
}

/** Presses the key and looks where the focus went; undefined when it left the page. */
async function press(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop | undefined> {
  await page.keyboard.press(key);
  const focused = page.locator(':focus');
  if ((await focused.count()) === 0) return undefined;
  return { control: await nameOf(focused), flaw: await flawOf(focused) };
}

/**
 * Presses Tab until the focus leaves the page.
 *
 * @throws Error when it does not: the page holds it
 */
export async function walk(page: Page): Promise<Stop[]> {
  await jumpInsteadOfScrolling(page);
  const most = 2 * (await controlsOf(page)).length;
  const stops: Stop[] = [];
  while (stops.length <= most) {
    const stop = await press(page, 'Tab');
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  const last = stops.slice(-3).map(({ control }) => control);
  throw new Error(`The focus does not leave the page; it was last on: ${last.join('; ')}`);
}

/**
 * Gives the focus to each control while it stands at the edge of the window, behind whatever is
 * fixed there: forwards at the lower edge, backwards at the upper one.
 */
export async function walkAlongEdges(page: Page): Promise<Stop[]> {
  await jumpInsteadOfScrolling(page);
  const controls = await controlsOf(page);
  const stops: Stop[] = [];
  for (const [index, control] of controls.entries()) {
    for (const [key, from] of [
      ['Tab', controls[index - 1]],
      ['Shift+Tab', controls[index + 1]],
    ] as const) {
      if (from === undefined) continue;
      await from.evaluate((element: HTMLElement) => {
        element.focus({ preventScroll: true });
      });
      await control.evaluate((element, isForwards) => {
        const { top, bottom } = element.getBoundingClientRect();
        scrollBy(0, isForwards ? bottom - innerHeight : top);
      }, key === 'Tab');
      stops.push((await press(page, key)) ?? { control: await nameOf(control), flaw: 'no focus' });
    }
  }
  return stops;
}
