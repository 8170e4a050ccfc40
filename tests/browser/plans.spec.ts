import { expect, test } from './support/fixtures.ts';

/** What the specification fixes of each plan, and how many advantages a page shows. */
const PLANS = [
  {
    id: 'tecnologia',
    listTitle: 'Plano de Suporte em Tecnologia',
    name: 'Suporte em Tecnologia Avançado',
  },
  {
    id: 'midia-social',
    listTitle: 'Plano de Mídia Social',
    name: 'Estratégia de Mídia Social de Impacto',
  },
];

test('the list introduces the plans', async ({ page }) => {
  await page.goto('/planos');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nossos Planos Flexíveis');
  await expect(page.getByRole('main').getByRole('paragraph').first()).not.toBeEmpty();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    PLANS.map(({ listTitle }) => listTitle),
  );
});

test('the cards enter one after the other, 0.2 s apart', async ({ page }) => {
  await page.goto('/planos');
  const delays = await page
    .getByRole('main')
    .locator('.card')
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).animationDelay));
  expect(delays).toEqual(['0s', '0.2s']);
});

for (const { id, listTitle, name } of PLANS) {
  test(`the card “${listTitle}” shows icon, four advantages and price, and leads on`, async ({
    page,
  }) => {
    await page.goto('/planos');
    const card = page.getByRole('main').locator('.card').filter({ hasText: listTitle });
    await expect(card.locator('svg').first()).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveCount(4);
    await expect(card).toContainText('Sob Consulta');
    const link = card.getByRole('link');
    await expect(link).toHaveText('Saiba Mais');
    await link.click();
    await expect(page).toHaveURL(`/planos/${id}`);
  });

  test(`the page of “${name}” tells all of the plan`, async ({ page }) => {
    await page.goto(`/planos/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(main.getByRole('heading', { name: 'Principais Vantagens:' })).toBeVisible();
    await expect(main.locator('section').first().getByRole('listitem')).toHaveCount(6);
    const picture = main.getByRole('img').first();
    await expect(picture).toHaveAttribute('alt', /.{20,}/);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    await main.getByRole('link', { name: 'Voltar para Todos os Planos' }).click();
    await expect(page).toHaveURL('/planos');
  });

  test(`“Fale Conosco” opens a chat in a new tab that names “${name}”`, async ({ page }) => {
    await page.goto(`/planos/${id}`);
    const button = page.getByRole('main').getByRole('link', { name: 'Fale Conosco' });
    await expect(button).toHaveAttribute('target', '_blank');
    await expect(button).toHaveAttribute('rel', /noopener/);
    const link = new URL((await button.getAttribute('href')) ?? '');
    expect(link.origin + link.pathname).toBe('https://wa.me/5549900000000');
    expect(link.searchParams.get('text')).toContain(name);
  });

  test(`“Entre em Contato Conosco” on “${name}” leads to the contact section`, async ({ page }) => {
    await page.goto(`/planos/${id}`);
    await page.getByRole('link', { name: 'Entre em Contato Conosco' }).click();
    await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
    await expect(page).toHaveURL('/');
  });
}
