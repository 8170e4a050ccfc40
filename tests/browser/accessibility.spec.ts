import type { ElementHandle } from '@playwright/test';
import { ALL_PAGES, expect, expectAccessible, test } from '../support/browser/fixtures.ts';

const PHONE = { width: 360, height: 740 };

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

test.describe('with every optional fact and a notice', () => {
  test.use({ build: 'complete' });

  test('axe finds nothing on any page', async ({ page }) => {
    await page.clock.setFixedTime('2099-12-24T12:00:00Z');
    for (const path of [...ALL_PAGES, '/planos/plano-familia', '/termos']) {
      await page.goto(path);
      await page.locator('.question').evaluateAll((questions) => {
        for (const question of questions) question.setAttribute('open', '');
      });
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await test.step(`${path} at ${width} px`, () => expectAccessible(page));
      }
    }
  });

  // tests/unit/contrast.test.ts proves the colours; this, which surfaces they are on.
  test('axe finds nothing on the home page in the dark theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
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
