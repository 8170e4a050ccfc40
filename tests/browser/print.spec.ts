import sharp from 'sharp';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';

const WHITE = 255;
/** A sheet with any dark surface on it is darker in the mean. */
const PALE = 225;
/** Below the bar and its hairline, left of all words. */
const MARGIN = { x: 0, y: 80, width: 8, height: 120 };

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

    for (const text of await page.getByRole('main').locator('h1, h2, h3, h4, p, li, dd').all()) {
      await expect(text).toHaveCSS('color', 'rgb(0, 0, 0)');
    }
    const { channels } = await sharp(await page.screenshot({ fullPage: true })).stats();
    const { data } = await sharp(await page.screenshot({ clip: MARGIN }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(new Set(data), 'the margin of the sheet').toEqual(new Set([WHITE]));
    const mean = Math.min(...channels.slice(0, 3).map((channel) => channel.mean));
    expect(mean, 'ink, most of it in pictures').toBeGreaterThan(PALE);
  });
}

test('the home page prints no form, no logo strip in motion and no menu', async ({ page }) => {
  await page.goto('/');
  for (const hidden of ['form', '.marquee', 'nav', '#início svg', '.motion-toggle']) {
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
  const shown = await page
    .locator('.prose p')
    .first()
    .evaluate((paragraph) => {
      const link = document.createElement('a');
      link.href = 'https://registro.br';
      paragraph.append(link);
      return getComputedStyle(link, '::after').content;
    });
  expect(shown).toContain('https://registro.br');
});
