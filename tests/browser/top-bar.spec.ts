/** The bar and its menu, beyond what the walk sees of them. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { openInPieces, untilHydrated } from './support/page.ts';

const barLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the menu stays open when its script arrives, and closes when the phone is turned', async ({
    page,
  }) => {
    await page.goto('/');
    await page.locator('summary').tap();
    await untilHydrated(page.locator('summary'));
    await expect(page.locator('.menu')).toHaveAttribute('open');
    await page.setViewportSize({ width: 900, height: 400 });
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
  });

  test('while a page is on its way, its menu leads to what lies below it, and closes when the rest comes', async ({
    page,
  }) => {
    const sendRest = await openInPieces(page, 'id="contato"');
    await page.locator('summary').tap();
    await barLink(page, 'Serviços').tap();
    await expect(page.locator('.menu')).toHaveAttribute('open');
    const heading = page.locator('#serviços h2');
    await expect(heading).toBeInViewport({ ratio: 1 });
    // A trial click waits until nothing lies over the heading.
    await heading.click({ trial: true });

    sendRest();
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
  });
});
