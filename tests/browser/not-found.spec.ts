import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** A visitor who looked for a plan is shown those that there are. */
async function expectPlansOffered(page: Page): Promise<void> {
  const offer = page.getByRole('region', { name: 'Estes são os nossos planos' });
  await expect(offer.getByRole('heading', { level: 3 })).toHaveText([
    'Suporte Tecnológico Pro',
    'Mídia Social Estratégica',
  ]);
  const leads = await offer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(leads).toEqual(['/planos/tecnologia', '/planos/midia-social']);
}

test('an unknown plan says so, with status 404 and a way back to the plans', async ({ page }) => {
  const response = await page.goto('/planos/nao-existe');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plano não encontrado');
  await expect(page.getByRole('main')).toContainText(
    'O plano que você está procurando não existe ou foi movido.',
  );
  await expectPlansOffered(page);
  await page.getByRole('main').getByRole('link', { name: 'Voltar para Todos os Planos' }).click();
  await expect(page).toHaveURL('/planos');
});

test('any other unknown address says so in the same look, with status 404', async ({ page }) => {
  const response = await page.goto('/nao-existe');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página não encontrada');
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
});

test('a host that knows one not-found page only still shows the plan text under /planos/', async ({
  page,
}) => {
  const general = await (await page.request.get('/nao-existe')).text();
  await page.route('**/planos/nao-existe', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: general }),
  );
  await page.goto('/planos/nao-existe');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plano não encontrado');
  await expect(page).toHaveTitle('Plano não encontrado');
  await expectPlansOffered(page);
});
