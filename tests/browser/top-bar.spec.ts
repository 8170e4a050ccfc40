/** The header and its menu, beyond walk.spec. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { openInPieces, untilHydrated } from './support/page.ts';

const barLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a visitor’s open menu stays open when its script arrives, and closes when the phone is turned', async ({
    page,
  }) => {
    await page.goto('/');
    await page.locator('summary').tap();
    await untilHydrated(page.locator('summary'));
    await expect(page.locator('.menu')).toHaveAttribute('open');
    await page.setViewportSize({ width: 900, height: 400 });
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
  });

  test('while a page is loading, a visitor’s menu leads to sections further down, and closes when the rest arrives', async ({
    page,
  }) => {
    const sendRest = await openInPieces(page, 'id="contato"');
    await page.locator('summary').tap();
    await barLink(page, 'Serviços').tap();
    await expect(page.locator('.menu')).toHaveAttribute('open');
    const heading = page.locator('#serviços h2');
    await expect(heading).toBeInViewport({ ratio: 1 });
    // A trial click waits until nothing covers the heading.
    await heading.click({ trial: true });

    sendRest();
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
  });
});
