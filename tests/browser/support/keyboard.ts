/** Goes through a page with the Tab key, as people do who use no pointer. */
import { expect, type ElementHandle, type Page } from '@playwright/test';

const CONTROLS = ['a[href]', 'button', 'summary', 'input', 'textarea', 'select', 'iframe']
  .map((control) => `${control}:not(:disabled):visible`)
  .join(', ');

/** Why a sighted person would not find the focus on this control; empty when they would. */
function focusFlaw(control: Element): string {
  /** Firefox leaves what is half hidden as it is, which WCAG 2.2 (2.4.11) allows. */
  const LEAST_IN_VIEW_PX = 8;
  if (document.activeElement !== control) {
    return `focus is on ${document.activeElement?.outerHTML.slice(0, 80) ?? 'nothing'}`;
  }
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
  const isClear = /^rgba\(.*, 0\)$/.test(outlineColor);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1 || isClear) return 'no outline';
  // Of a link that runs over two lines, the first.
  const [box] = control.getClientRects();
  if (box === undefined) return 'not drawn';
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  const x = (box.left + box.right) / 2;
  if (x < 0 || x > innerWidth || bottom - top < LEAST_IN_VIEW_PX) return 'out of view';
  const onTop = document.elementFromPoint(x, (top + bottom) / 2);
  return control.contains(onTop) ? '' : `covered by ${onTop?.outerHTML.slice(0, 80) ?? ''}`;
}

/**
 * Gives the focus to each control while it stands at the edge of the window, behind whatever is
 * fixed there: forwards at the lower edge, backwards at the upper one. Expects to see it there, in
 * the order of the document, and to leave the page after the last.
 */
export async function expectFocusAlwaysVisible(page: Page): Promise<void> {
  // Handles, and no locators: each would look for all of them again.
  const controls = (await page.locator(CONTROLS).elementHandles()) as ElementHandle<HTMLElement>[];
  expect(controls.length).toBeGreaterThan(3);
  for (const [index, control] of controls.entries()) {
    for (const [key, from] of [
      ['Tab', controls[index - 1]],
      ['Shift+Tab', controls[index + 1]],
    ] as const) {
      if (from === undefined) continue;
      await from.evaluate((element) => {
        element.focus({ preventScroll: true });
      });
      await control.evaluate((element, isForwards) => {
        const { top, bottom } = element.getBoundingClientRect();
        scrollBy(0, isForwards ? bottom - innerHeight : top);
      }, key === 'Tab');
      await page.keyboard.press(key);
      await expect.poll(() => control.evaluate(focusFlaw), `${key} to ${index}`).toBe('');
    }
  }
  await controls.at(-1)?.focus();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCount(0);
}
