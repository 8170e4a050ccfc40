/** What a page on paper does beyond what its picture shows: visual.spec.ts. */
import { expect, test } from './support/fixtures.ts';

test('the plan list fits a sheet of A4', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium prints for tests');
  await page.goto('/planos');
  const sheet = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm' } });
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('a link that an editor put into a plan says on paper where it leads', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/planos/tecnologia');
  const shown = await page.getByRole('main').evaluate((main) => {
    const link = document.createElement('a');
    link.href = 'https://registro.br';
    main.querySelector('.prose p')?.append(link);
    return getComputedStyle(link, '::after').content;
  });
  expect(shown).toContain('https://registro.br');
});
