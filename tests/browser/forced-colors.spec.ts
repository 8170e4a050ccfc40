import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

test.use({ forcedColors: 'active', viewport: { width: 360, height: 800 } });

/** Backgrounds are the system's: only a border still tells where a control or a card ends. */
async function expectBorders(elements: Locator): Promise<void> {
  await expect(elements.first()).toBeVisible();
  for (const element of await elements.all()) {
    const { style, width, color, background } = await element.evaluate((one) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(one);
      return {
        style: borderTopStyle,
        width: parseFloat(borderTopWidth),
        color: borderTopColor,
        background: getComputedStyle(document.body).backgroundColor,
      };
    });
    expect(style).toBe('solid');
    expect(width).toBeGreaterThanOrEqual(1);
    expect([background, 'rgba(0, 0, 0, 0)']).not.toContain(color);
  }
}

// A picture shows the rest: visual.spec.ts.
test('buttons, cards, fields and notices have borders, and the focus an outline', async ({
  page,
  contact,
}) => {
  for (const path of ['/planos/tecnologia', '/nao-existe', '/planos', '/']) {
    await page.goto(path);
    await expectBorders(page.locator('.button:visible, .card'));
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
  }
  for (const label of ['Nome', 'Telefone', 'Mensagem']) await expectBorders(page.getByLabel(label));
  await contact.open();
  await contact.send();
  await expectBorders(contact.form.locator('.notice'));
});

test('the Menu button and what it opens can be seen; pause buttons show what they do', async ({
  page,
}) => {
  await page.goto('/');
  await expectBorders(page.locator('summary'));
  await page.locator('summary').click();
  await expectBorders(page.locator('.menu-panel'));
  await page.locator('summary').click();
  const toggles = page.getByRole('checkbox', { name: /^Pausar/ });
  await expectBorders(toggles);
  for (const toggle of await toggles.all()) {
    const running = await toggle.screenshot();
    await toggle.check();
    expect(running.equals(await toggle.screenshot()), 'looks the same when paused').toBe(false);
  }
});
