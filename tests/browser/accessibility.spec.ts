import { ALL_PAGES, expect, expectAccessible, test } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';
import { controlsOf, nameOf, walk } from './support/keyboard.ts';

const WIDTHS_PX = [320, 360, 768, 1280, 1440];
/** One of each layout: phone, tablet, desktop. */
const AXE_WIDTHS_PX = [320, 768, 1440];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const address of ALL_PAGES) {
      test(`axe finds nothing on ${address} in any layout, and nothing hangs over at any width`, async ({
        page,
      }) => {
        await page.goto(address);
        for (const width of WIDTHS_PX) {
          await page.setViewportSize({ width, height: 800 });
          if (AXE_WIDTHS_PX.includes(width)) await expectAccessible(page);
          const overhang = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overhang, `sideways scroll at ${width} px`).toBe(0);
        }
      });
    }

    for (const width of [360, 1280]) {
      test(`axe finds nothing in any state of the form at ${width} px`, async ({
        page,
        endpoint,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/');
        await page.locator('form').scrollIntoViewIfNeeded();
        const toast = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
        const button = page.getByRole('button', { name: /^Envi/ });

        await page.getByLabel('Nome').fill(' ');
        await page.getByLabel('Telefone').fill('49 99999-1234');
        await page.getByLabel('Mensagem').fill('Socorro');
        await untilHydrated(page.locator('form'));
        await button.click();
        await expect(page.getByText('Escreva o seu nome.')).toBeVisible();
        await expectAccessible(page);

        await page.getByLabel('Nome').fill('Maria');
        endpoint.answer = 'hang';
        await button.click();
        await expect(button).toHaveText('Enviando...');
        await expectAccessible(page);
        endpoint.release();

        await expect(toast).toContainText('Mensagem Enviada!');
        await expect(toast).toHaveCSS('opacity', '1');
        await expectAccessible(page);

        endpoint.answer = { status: 503, body: {} };
        await page.getByLabel('Nome').fill('Maria');
        await page.getByLabel('Telefone').fill('49 99999-1234');
        await page.getByLabel('Mensagem').fill('Socorro');
        await button.click();
        await expect(toast.filter({ hasText: 'Erro ao Enviar' })).toHaveCSS('opacity', '1');
        await expectAccessible(page);
      });
    }

    test('axe finds nothing in the open menu', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto('/');
      await page.locator('summary').click();
      await expectAccessible(page);
    });

    test('axe finds nothing in the recado of a form sent without script', async ({ page }) => {
      await page.goto('/#mensagem-enviada');
      await expectAccessible(page);
    });
  });
}

for (const address of ALL_PAGES) {
  test(`the keyboard reaches everything, always visibly, and leaves again, on ${address}`, async ({
    page,
  }) => {
    await page.goto(address);
    const controls = await Promise.all((await controlsOf(page)).map(nameOf));
    const stops = await walk(page);
    expect(stops.map(({ control }) => control)).toEqual(controls);
    expect(stops.filter(({ flaw }) => flaw !== '')).toEqual([]);
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
