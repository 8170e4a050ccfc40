import { expect, test } from './support/fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
});

test('pages print black on white, with nothing fixed over the text', async ({ page }) => {
  for (const path of ['/', '/planos', '/planos/tecnologia', '/nao-existe']) {
    await page.goto(path);
    await expect(page.locator('body')).toHaveCSS('background-color', /rgb\(255, 255, 255\)|, 0\)/);
    const looks = await page.locator('body *:visible').evaluateAll((elements) =>
      elements.map((element) => {
        const { position, color } = getComputedStyle(element);
        const isText = element.matches('main :is(h1, h2, h3, h4, p, li, dd)');
        return { position, color: isText ? color : '' };
      }),
    );
    expect(looks.map(({ position }) => position)).not.toContain('fixed');
    expect(new Set(looks.map(({ color }) => color))).toEqual(new Set(['', 'rgb(0, 0, 0)']));
  }
});

test('the home page prints no form, no logo strip in motion and no menu', async ({ page }) => {
  await page.goto('/');
  for (const hidden of ['form', '.marquee', 'nav', '#início svg', 'input[type=checkbox]']) {
    const elements = await page.locator(hidden).all();
    expect(elements.length, hidden).toBeGreaterThan(0);
    for (const element of elements) await expect(element).toBeHidden();
  }
  await expect(page.locator('#contato')).toContainText('(49)');
});

test('the plan list fits a sheet of A4', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium prints for tests');
  await page.goto('/planos');
  const sheet = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm' } });
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('a link that an editor put into a plan says on paper where it leads', async ({ page }) => {
  await page.goto('/planos/tecnologia');
  const shown = await page.getByRole('main').evaluate((main) => {
    const link = document.createElement('a');
    link.href = 'https://registro.br';
    main.querySelector('.prose p')?.append(link);
    return getComputedStyle(link, '::after').content;
  });
  expect(shown).toContain('https://registro.br');
});
