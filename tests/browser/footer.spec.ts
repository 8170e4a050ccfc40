import { ALL_PAGES, expect, test } from './support/fixtures.ts';

for (const address of ALL_PAGES) {
  test(`the footer of ${address} has year, rights and slogan`, async ({ page }) => {
    await page.goto(address);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(String(new Date().getFullYear()));
    await expect(footer).toContainText('Todos os direitos reservados');
    await expect(footer).toContainText('Tecnologia que Transforma. Soluções que Inspiram.');
  });
}

test('last year’s build shows this year', async ({ page }) => {
  const nextYear = new Date().getFullYear() + 1;
  await page.clock.setFixedTime(`${nextYear}-03-01T12:00:00-03:00`);
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${nextYear}`);
});

test('without script the footer shows the year of the build', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`);
  await context.close();
});
