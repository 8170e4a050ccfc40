/** A site with a base path, without a backend, clients and WhatsApp. */
import { expect, expectUncovered, test } from '../support/browser/fixtures.ts';

test.use({ build: 'subpath' });

test('a site with a base path works as at the root', async ({ page }) => {
  await page.goto('/site/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const nav = page.getByRole('navigation', { name: 'Principal' });
  await nav.getByRole('link', { name: 'Planos' }).click();
  await expect(page).toHaveURL('/site/planos');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Plano de Mídia Social/ })
    .click();
  await expect(page).toHaveURL('/site/planos/midia-social');
  await page.getByRole('link', { name: 'Entre em Contato Conosco' }).click();
  await expectUncovered(page.getByRole('heading', { name: 'Vamos Conversar?' }));
  // The script removes the scroll request from the URL once the header hydrates.
  await expect(page).toHaveURL('/site/');

  await expect(page.locator('#clientes')).toHaveCount(0);
  await expect(page.locator('main a[href*="wa.me"]')).toHaveCount(0);

  const response = await page.goto('/site/planos/nao-existe');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plano não encontrado');
});
