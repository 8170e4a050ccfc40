/** The site of a company without clients or WhatsApp and with its own brand: tests/other-company. */
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { TYPED } from './support/contact-form.ts';

test.use({ build: 'other', bypassCSP: true });

for (const path of ['/', '/planos', '/planos/mare-mansa']) {
  test(`axe finds nothing on ${path}, and it is never wider than the screen`, async ({ page }) => {
    await page.goto(path);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    }
  });
}

test('a visitor whose message fails is offered mail, with the text, and the phone', async ({
  page,
  endpoint,
  contact,
}) => {
  endpoint.answer = { status: 500 };
  await contact.open();
  await contact.send();
  const mail = contact.form.getByRole('link', { name: 'Enviar por e-mail' });
  const href = decodeURIComponent((await mail.getAttribute('href')) ?? '');
  expect(href).toContain('mailto:recado@mare.example?');
  expect(href).toContain(TYPED.name);
  const call = contact.form.getByRole('link', { name: 'Ligar (81) 3000-0000' });
  await expect(call).toHaveAttribute('href', 'tel:+558130000000');
  await expect(page.locator('body')).not.toContainText('WhatsApp');
});
