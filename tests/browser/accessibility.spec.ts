import type { ElementHandle, Page } from '@playwright/test';
import { ALL_PAGES, expect, expectAccessible, test } from '../support/browser/fixtures.ts';

const PHONE = { width: 360, height: 740 };

/** Text spacing of WCAG 2.2, success criterion 1.4.12, as a reader's style sheet sets it. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

// The site's Content-Security-Policy would block a reader's style sheet.
test.use({ bypassCSP: true });

/** Texts that overflow the window or are clipped by an ancestor. */
function clippedTexts(page: Page): Promise<string[]> {
  const texts = page.locator('h1, h2, h3, h4, p, li, dd, a, span, button, label');
  return texts.evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility() && element.closest('.marquee') === null)
      .filter((element) => {
        const style = getComputedStyle(element);
        // Text for screen readers only is clipped on purpose.
        if (style.getPropertyValue('clip') === 'rect(0px, 0px, 0px, 0px)') return false;
        const isCut =
          (style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
          (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
        return isCut || element.getBoundingClientRect().right > innerWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Why a sighted person would miss the focus on this control; empty if it is visible. */
function focusFlaw(control: Element): string {
  /** Firefox does not scroll to a half-hidden control; WCAG 2.2 (2.4.11) allows that. */
  const LEAST_IN_VIEW_PX = 8;
  const { activeElement } = document;
  if (activeElement !== control) return `focus is on ${activeElement?.outerHTML.slice(0, 80)}`;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
  const isClear = /^rgba\(.*, 0\)$/.test(outlineColor);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1 || isClear) return 'no outline';
  // The first box of a link that wraps onto two lines.
  const [box = new DOMRect()] = control.getClientRects();
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  if (bottom - top < LEAST_IN_VIEW_PX) return 'out of view';
  const onTop = document.elementFromPoint((box.left + box.right) / 2, (top + bottom) / 2);
  return control.contains(onTop) ? '' : `covered by ${onTop?.outerHTML.slice(0, 80)}`;
}

test('axe finds nothing on any page', async ({ page }) => {
  for (const path of ALL_PAGES) {
    await page.goto(path);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await test.step(`${path} at ${width} px`, () => expectAccessible(page));
    }
  }
});

test.describe('in the dark theme', () => {
  test.use({ colorScheme: 'dark' });

  // tests/unit/contrast.test.ts proves the colours; this, which surfaces they are on.
  test('axe finds nothing on the home page', async ({ page }) => {
    await page.goto('/');
    await expectAccessible(page);
  });
});

/** A phone has a second bar at the bottom of a phone's screen. */
for (const [path, width] of [
  ['/', PHONE.width],
  ['/planos', 1280],
] as const) {
  test(`a keyboard user reaches every control of ${path} at ${width} px and always sees the focus`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    await page.goto(path);
    // Handles instead of locators, which would each query the page again.
    const all = page.locator(':is(a[href], button, summary, input, textarea):visible');
    const controls = (await all.elementHandles()) as ElementHandle<HTMLElement>[];
    expect(controls.length).toBeGreaterThan(3);
    for (const [index, control] of controls.entries()) {
      for (const [key, from] of [
        ['Tab', controls[index - 1]],
        ['Shift+Tab', controls[index + 1]],
      ] as const) {
        if (from === undefined) continue;
        // Puts the next control at the edge of the window, behind anything fixed there.
        const place = [control, key === 'Tab'] as const;
        await from.evaluate((element, [next, isForwards]) => {
          element.focus({ preventScroll: true });
          const { top, bottom } = next.getBoundingClientRect();
          scrollBy(0, isForwards ? bottom - innerHeight : top);
        }, place);
        await page.keyboard.press(key);
        await expect.poll(() => control.evaluate(focusFlaw), `${key} to ${index}`).toBe('');
      }
    }
  });
}

/** The other pages are simpler, and prove nothing new. */
for (const path of ['/', '/planos/tecnologia']) {
  test(`a visitor reads ${path} with wider text spacing and in landscape`, async ({ page }) => {
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    expect(await clippedTexts(page), 'on its side').toEqual([]);

    await page.addStyleTag({ content: TEXT_SPACING });
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await clippedTexts(page), `with text spacing at ${width} px`).toEqual([]);
    }
  });

  test(`a visitor reads ${path} on a phone with text at twice the size @chromium`, async ({
    page,
  }) => {
    const devtools = await page.context().newCDPSession(page);
    for (const standard of [24, 32]) {
      // As a visitor sets it: media queries in em respond.
      await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.goto(path);
      for (const width of [320, 412, 640]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await clippedTexts(page), `${standard} px letters at ${width} px`).toEqual([]);
        await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
        const parts = page.locator('header, header a:visible, header svg, header summary:visible');
        const boxes = await parts.evaluateAll((all) =>
          all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
        );
        const [bar, brand, mark, menu] = boxes;
        expect(brand?.bottom, 'the foot of the name in the bar').toBeLessThanOrEqual(
          bar?.bottom ?? 0,
        );
        expect(mark?.right, 'the mark beside “Menu”').toBeLessThan(menu?.left ?? Infinity);
      }
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('axe finds nothing in any state of the form, in the light and the dark theme', async ({
    page,
    endpoint,
    contact,
  }) => {
    const expectFormAccessible = async (...parts: string[]) => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, 'main form', ...parts);
      }
    };
    const expectToastAccessible = async (text: string) => {
      const toast = contact.toast.filter({ hasText: text });
      await expect(toast).toHaveCSS('opacity', '1');
      // The pointer keeps the toast open.
      await toast.hover();
      await expectFormAccessible('[data-sonner-toaster]');
    };
    await contact.open();
    await contact.send({ name: ' ' });
    await expect(page.getByText('Escreva o seu nome.')).toBeVisible();
    await expectFormAccessible();

    const release = endpoint.hold();
    await contact.send();
    await expect(contact.submitButton).toHaveText('Enviando...');
    await expectFormAccessible();

    release();
    await expectToastAccessible('Mensagem Enviada!');

    endpoint.answer = { status: 503 };
    await contact.send();
    await expectToastAccessible('Erro ao Enviar');
  });

  test('axe finds nothing in the open menu', async ({ page }) => {
    await page.goto('/');
    await page.locator('summary').click();
    await expectAccessible(page, 'header');
  });
});
