import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/page.ts';

const barLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name });

const menuButton = (page: Page) => page.locator('summary', { hasText: 'Menu' });

test('the bar stays in place while the page scrolls', async ({ page }) => {
  await page.goto('/');
  await page.mouse.wheel(0, 2000);
  await expect(barLink(page, 'Contato')).toBeInViewport();
});

for (const [what, find] of [
  ['the logo', (page: Page) => page.getByRole('banner').getByRole('link').first()],
  ['Início', (page: Page) => barLink(page, 'Início')],
] as const) {
  test(`without the bar’s script, ${what} keeps what was typed`, async ({ page }) => {
    await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByLabel('Mensagem').fill('Meu computador não liga');
    await page.locator('#contato').scrollIntoViewIfNeeded();
    await find(page).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByLabel('Mensagem')).toHaveValue('Meu computador não liga');
  });
}

test('the bar marks the page the visitor is on', async ({ page }) => {
  await page.goto('/planos');
  await expect(barLink(page, 'Planos')).toHaveAttribute('aria-current', 'page');
  await page.goto('/planos/tecnologia');
  await expect(barLink(page, 'Planos')).toHaveAttribute('aria-current', 'true');
  await page.goto('/planos/nao-existe');
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(0);
});

test('on the home page the bar marks the section in view', async ({ page }) => {
  await page.goto('/');
  await expect(barLink(page, 'Início')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('navigation').locator('[aria-current]:visible')).toHaveCount(1);
  await page.locator('#serviços').evaluate((section) => {
    section.scrollIntoView({ behavior: 'instant' });
  });
  await expect(barLink(page, 'Serviços')).toHaveAttribute('aria-current', 'location');
  await expect(barLink(page, 'Início')).not.toHaveAttribute('aria-current');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('every link of the menu can be reached on the smallest screen', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto('/');
    await menuButton(page).tap();
    await barLink(page, 'Contato').scrollIntoViewIfNeeded();
    await expect(barLink(page, 'Contato')).toBeInViewport({ ratio: 1 });
  });

  test('turning the phone closes a menu whose links the bar shows now', async ({ page }) => {
    await page.goto('/');
    await menuButton(page).tap();
    await untilHydrated(page.getByRole('navigation'));
    await page.setViewportSize({ width: 900, height: 400 });
    await expect(page.locator('details')).not.toHaveAttribute('open');
  });

  test('a plan page has a second bar at the foot', async ({ page }) => {
    await page.goto('/planos/tecnologia');
    const button = page.getByRole('link', { name: 'Entre em Contato Conosco' });
    await expect(button).toBeInViewport();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport();
  });
});
