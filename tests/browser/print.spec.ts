import { ALL_PAGES, expect, test } from './support/fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
});

for (const address of ALL_PAGES) {
  test(`${address} prints dark on white, with nothing fixed over the text`, async ({ page }) => {
    await page.goto(address);
    const fixed = await page.locator('body *').evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .filter((element) => getComputedStyle(element).position === 'fixed')
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(fixed).toEqual([]);

    const colors = await page.locator('body').evaluate((body) => {
      const { color, backgroundColor } = getComputedStyle(body);
      return { color, backgroundColor };
    });
    expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  });
}

test('the home page prints no form, no logo strip in motion and no menu', async ({ page }) => {
  await page.goto('/');
  for (const hidden of ['form', '.marquee', 'nav', '.hero-tree', '.motion-toggle']) {
    for (const element of await page.locator(hidden).all()) await expect(element).toBeHidden();
  }
  await expect(page.locator('#contato')).toContainText('(49)');
});

test('a link that an editor put into a plan says on paper where it leads', async ({ page }) => {
  await page.goto('/planos/tecnologia');
  const shown = await page
    .locator('.prose-plan p')
    .first()
    .evaluate((paragraph) => {
      const link = document.createElement('a');
      link.href = 'https://registro.br';
      paragraph.append(link);
      return getComputedStyle(link, '::after').content;
    });
  expect(shown).toContain('https://registro.br');
});
