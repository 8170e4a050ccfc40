import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, expectAccessibleInBothThemes, test } from './support/fixtures.ts';
import { expectFocusAlwaysVisible } from './support/keyboard.ts';

const PHONE = { width: 360, height: 740 };

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
  test(`axe finds nothing on ${path}, and nothing hangs over`, async ({ page }) => {
    await page.goto(path);
    for (const width of [320, 360, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const overhang = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overhang, `sideways scroll at ${width} px`).toBe(0);
      if (width === 320 || width === 1440) await expectAccessibleInBothThemes(page);
    }
  });
}

/** Plan pages have a second bar at the foot of a phone's screen. */
for (const [path, width] of [
  ['/', PHONE.width],
  ['/planos/tecnologia', PHONE.width],
  ['/planos', 1280],
] as const) {
  test(`the keyboard reaches all of ${path} at ${width} px, always in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    await page.goto(path);
    await expectFocusAlwaysVisible(page);
  });
}

/** One page of each make: the others prove nothing new. */
for (const path of ['/', '/planos', '/planos/tecnologia', '/planos/nao-existe']) {
  test(`${path} can be read with wider spacing or sideways, and hit`, async ({ page }) => {
    await page.setViewportSize(PHONE);
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

    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    expect(await clippedTexts(page), 'on its side').toEqual([]);

    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, TEXT_SPACING);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await clippedTexts(page), `with text spacing at ${width} px`).toEqual([]);
    }
  });

  test(`${path} fits a phone with letters of twice the size @chromium`, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    for (const standard of [24, 32]) {
      // As a visitor sets it: media queries in em answer to it.
      await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.goto(path);
      for (const width of [320, 412, 640]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await clippedTexts(page), `${standard} px letters at ${width} px`).toEqual([]);
        const { letters, bar, brand } = await page.evaluate(() => ({
          letters: parseFloat(getComputedStyle(document.documentElement).fontSize),
          bar: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
          brand: document.querySelector('header a')?.getBoundingClientRect().bottom,
        }));
        expect(letters).toBe(standard);
        expect(brand, 'the foot of the name in the bar').toBeLessThanOrEqual(bar);
      }
    }
  });
}

test('the first link leads past the bar', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Pular para o conteúdo' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('axe finds nothing in any state of the form', async ({ page, endpoint, contact }) => {
    const expectFormAccessible = () => expectAccessibleInBothThemes(page, 'main form');
    const expectToastAccessible = async (text: string) => {
      const toast = contact.toast.filter({ hasText: text });
      await expect(toast).toHaveCSS('opacity', '1');
      // Under the pointer it stays.
      await toast.hover();
      await expectAccessibleInBothThemes(page, 'main form', '[data-sonner-toaster]');
    };
    await contact.open();
    await contact.send({ name: ' ' });
    await expect(page.getByText('Escreva o seu nome.')).toBeVisible();
    await expectFormAccessible();

    endpoint.answer = 'hang';
    await contact.send();
    await expect(contact.submitButton).toHaveText('Enviando...');
    await expectFormAccessible();

    endpoint.release();
    await expectToastAccessible('Mensagem Enviada!');

    endpoint.answer = { status: 503 };
    await contact.send();
    await expectToastAccessible('Erro ao Enviar');
  });

  test('axe finds nothing in the open menu', async ({ page }) => {
    await page.goto('/');
    await page.locator('summary').click();
    await expectAccessibleInBothThemes(page, 'header');
  });
});
