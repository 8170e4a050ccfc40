/** Pages that the visitor's browser translates, or that an extension changes. */
import type { Page } from '@playwright/test';
import { expectConsoleErrors, FAILED_SCRIPTS } from '../support/browser/console-errors.ts';
import { EMPTY, TYPED } from '../support/browser/contact-form.ts';
import { ALL_PAGES, expect, expectUncovered, test } from '../support/browser/fixtures.ts';
import { holdRequests, untilHydrated } from '../support/browser/page.ts';

const SCRIPTS = '**/_astro/*.js';

/** Replaces each text, and each that appears later, as Chrome's translation does. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translateBelow = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, noscript')) {
          continue;
        }
        const name = 'font' as string;
        const outer = document.createElement(name);
        const inner = outer.appendChild(document.createElement(name));
        inner.textContent = text.data.toUpperCase();
        text.replaceWith(outer);
      }
    };
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => {
      translateBelow(document.body);
    }).observe(document.body, options);
    translateBelow(document.body);
  });
}

for (const moment of ['before', 'after'] as const) {
  test(`a visitor whose browser translates the page ${moment} hydration keeps the form, its outcome and the way to WhatsApp`, async ({
    page,
    endpoint,
    contact,
  }) => {
    const letScriptsThrough = await holdRequests(page, SCRIPTS);
    await page.goto('/');
    if (moment === 'before') await translate(page);
    await contact.fill();
    letScriptsThrough();
    await untilHydrated(contact.form);
    if (moment === 'after') await translate(page);
    await contact.expectTyped();

    const toast = (text: string) => contact.toast.filter({ hasText: text });
    const release = endpoint.hold();
    await contact.submitButton.click();
    await expect(contact.submitButton).toHaveText('ENVIANDO...');
    release();
    await expectUncovered(toast('MENSAGEM ENVIADA!'));
    await expect(contact.form).toContainText('MENSAGEM ENVIADA!');
    await contact.expectTyped(EMPTY);

    endpoint.answer = { status: 500 };
    await contact.send();
    await expectUncovered(toast('ERRO AO ENVIAR'));
    await contact.expectTyped();
    const link = contact.form.getByRole('link', { name: 'ENVIAR PELO WHATSAPP' });
    expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain(TYPED.message);

    endpoint.answer = { status: 200 };
    await contact.submitButton.click();
    await expect(contact.form).toContainText('MENSAGEM ENVIADA!');
    await expect(link).toHaveCount(0);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a translated page’s menu opens at the first tap and stays open', async ({ page }) => {
    for (const url of ALL_PAGES) {
      await page.goto(url);
      await translate(page);
      await page.locator('summary.menu-button').tap();
      await untilHydrated(page.locator('summary.menu-button'));
      await expect(page.locator('.menu')).toHaveAttribute('open');
      await page.keyboard.press('Escape');
      await expect(page.locator('.menu')).not.toHaveAttribute('open');
    }
  });
});

test('nothing typed is lost when a password manager puts an element beside each field', async ({
  page,
  endpoint,
  contact,
}) => {
  // React renders the form anew, and says so.
  expectConsoleErrors(page, /^Minified React error #418/);
  const letScriptsThrough = await holdRequests(page, SCRIPTS);
  await page.goto('/');
  await contact.form.locator('.field').evaluateAll((fields) => {
    for (const field of fields) field.after(document.createElement('password-icon'));
  });
  await contact.fill();
  await contact.field('name').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  letScriptsThrough();
  await untilHydrated(contact.form);
  await contact.expectTyped();
  // Focus and selection stay, too.
  await page.keyboard.type('N');
  const corrected = { ...TYPED, name: 'Naria da Conceição' };
  await contact.expectTyped(corrected);
  await contact.submitButton.click();
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject(corrected);
});

test('nothing is lost, and the way to WhatsApp comes, when an extension has wrapped the fields and replaced labels', async ({
  page,
  endpoint,
  contact,
}) => {
  // React says what it did not find.
  expectConsoleErrors(page, /NotFoundError/);
  await contact.open();
  const wrap = () =>
    contact.form.evaluate((form) => {
      for (const part of form.querySelectorAll('.field, label, button > span, .field-hint')) {
        const wrapper = document.createElement('extension-part');
        part.replaceWith(wrapper);
        if (part.matches('.field')) wrapper.append(part);
        else wrapper.textContent = part.textContent;
      }
    });
  await wrap();
  await contact.send({ name: ' ' });
  await expect(contact.form).toContainText('Escreva o seu nome.');
  await contact.expectTyped({ ...TYPED, name: ' ' });

  endpoint.answer = { status: 500 };
  await contact.send();
  await wrap();
  const link = contact.form.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expect(link).toHaveAttribute('href', /Meu%20computador/);
  await contact.expectTyped();

  await wrap();
  endpoint.answer = { status: 200 };
  await contact.submitButton.click();
  await expect(contact.form).toContainText('Mensagem Enviada!');
  await contact.expectTyped(EMPTY);
});

for (const script of ['islands', 'client', 'react', 'ContactForm']) {
  test(`a visitor sends without a reload when the script “${script}” was lost in a tunnel`, async ({
    page,
    contact,
  }) => {
    // Astro tries again after a second, and reports it when that fails, too.
    const lost =
      script === 'islands'
        ? page.waitForEvent('requestfailed')
        : page.waitForEvent('console', (message) => message.text().startsWith('[astro-island]'));
    expectConsoleErrors(page, ...FAILED_SCRIPTS, /^\[astro-island\] Error hydrating /);
    await page.route(`**/_astro/${script}.*`, (route) => route.abort());
    await page.goto('/');
    await contact.form.scrollIntoViewIfNeeded();
    await lost;
    await page.unroute(`**/_astro/${script}.*`);
    await contact.fill();
    await untilHydrated(contact.form);
    await contact.submitButton.click();
    await expect(contact.form).toContainText('Mensagem Enviada!');
    await contact.expectTyped(EMPTY);
  });
}
