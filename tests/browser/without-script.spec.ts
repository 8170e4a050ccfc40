import { ALL_PAGES, expect, test } from './support/fixtures.ts';

test.use({ javaScriptEnabled: false });

for (const address of ALL_PAGES) {
  test(`${address} shows all of its text without script`, async ({ page }) => {
    await page.goto(address);
    const hidden = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('h1, h2, h3, h4, p, li, dd, img')]
        .filter((element) => !element.closest('[aria-hidden], #mensagem-enviada'))
        .filter((element) => !element.checkVisibility({ opacityProperty: true }))
        .map((element) => element.outerHTML),
    );
    expect(hidden).toEqual([]);
  });
}

test('the menu opens without script', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/planos');
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).click();
  await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
});

test('what the menu leads to on the same page does not hide behind it, though nothing closes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).click();
  const menu = await page.locator('.menu-panel').boundingBox();
  const heading = await page.getByRole('heading', { name: 'Vamos Conversar?' }).boundingBox();
  const foot = (menu?.y ?? NaN) + (menu?.height ?? NaN);
  expect(heading?.y).toBeGreaterThan(foot);
  expect(heading?.y).toBeLessThan(740);
});

test('the logo strip is a still and complete row without script', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.marquee img:visible')).toHaveCount(6);
  await expect(page.getByRole('checkbox', { name: 'Pausar os logotipos' })).toBeHidden();
});

test('the form posts what was typed to the function, and nothing shows in the URL', async ({
  page,
  endpoint,
}) => {
  await page.goto('/');
  await page.getByLabel('Nome').fill('Maria');
  await page.getByLabel('Telefone').fill('49 99999-1234');
  await page.getByLabel('Mensagem').fill('Socorro');
  await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  expect(endpoint.requests[0]?.method).toBe('POST');
  expect(new URLSearchParams(endpoint.requests[0]?.body).get('message')).toBe('Socorro');
  expect(page.url()).not.toContain('Maria');
});

test('after a sent form the home page says so without script', async ({ page }) => {
  await page.goto('/#mensagem-enviada');
  await expect(page.getByText('Mensagem Enviada!')).toBeInViewport();
  await page.goto('/planos');
  await page.goto('/');
  await expect(page.getByText('Mensagem Enviada!')).toBeHidden();
});

test.describe('without a configured backend', () => {
  test.use({ build: 'unconfigured' });

  test('the visitor reads where else to write', async ({ page }) => {
    await page.goto('/');
    const notice = page.locator('#contato noscript p');
    await expect(notice).toBeVisible();
    expect(await notice.innerText()).toContain('O envio pelo site não está funcionando');
    const [ground, around] = await notice.evaluate((element) =>
      [element, element.parentElement ?? element].map(
        (one) => getComputedStyle(one).backgroundColor,
      ),
    );
    expect(ground, 'a notice of its own colour').not.toBe(around);
  });
});
