/** The contact form beyond the walk; sending.spec.ts covers failing scripts. */
import type { Locator } from '@playwright/test';
import { SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import { expectComplaints } from './support/complaints.ts';
import { EMPTY, FIELD_NAMES, TYPED } from './support/contact-form.ts';
import { expect, test, watchRequests } from './support/fixtures.ts';
import { holdRequests, untilHydrated } from './support/page.ts';

const SENT = 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.';
const WHATSAPP = 'Enviar pelo WhatsApp';

test('a visitor who submits can change or resend nothing meanwhile, and the outcome shifts nothing', async ({
  page,
  endpoint,
  contact,
}) => {
  const release = endpoint.hold();
  const height = () => page.evaluate(() => document.body.scrollHeight);
  await page.setViewportSize({ width: 320, height: 640 });
  await contact.open();
  await contact.send();
  await expect(contact.submitButton).toHaveText('Enviando...');
  const before = await height();
  await expect(contact.submitButton.locator('.spinner')).toBeVisible();
  await expect(contact.submitButton).toBeDisabled();
  for (const name of FIELD_NAMES) await expect(contact.field(name)).toBeDisabled();
  await contact.expectTyped();
  await expect(contact.form.getByRole('status')).toContainText('Enviando...');

  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  release();
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  await expect(contact.submitButton).toBeEnabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await height()).toBe(before);
  endpoint.answer = { status: 500 };
  await contact.send();
  await expect(contact.form).toContainText('conseguiu enviar');
  expect(await height()).toBe(before);
});

test('a visitor whose request hangs reads an error, and is offered WhatsApp with the latest text', async ({
  page,
  endpoint,
  contact,
}) => {
  endpoint.hold();
  expectComplaints(page, /^send-contact-email: FunctionsFetchError/);
  await page.clock.install();
  await contact.open();
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await page.clock.runFor(SEND_DEADLINE_MS);
  await expect(contact.toast).toContainText('Erro ao Enviar');
  await contact.expectTyped();
  const chatOf = async (link: Locator) =>
    decodeURIComponent((await link.getAttribute('href')) ?? '');
  const link = contact.form.getByRole('link', { name: WHATSAPP });
  const chat = await chatOf(link);
  expect(chat).toContain('https://wa.me/5549900000000?text=');
  for (const text of Object.values(TYPED)) expect(chat).toContain(text);

  // The toast disappears; the offer stays.
  await page.mouse.move(0, 0);
  await page.clock.runFor(7000);
  await expect(contact.toast).toHaveCount(0);
  await contact.field('message').fill('Outra coisa');
  await page.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await link.click();
  expect(await chatOf(link)).toContain('Outra coisa');
});

test('a visitor reads only the latest outcome, and keeps the text after a malformed answer', async ({
  endpoint,
  contact,
}) => {
  await contact.open();
  await contact.send();
  await expect(contact.form).toContainText('Mensagem Enviada!');
  const message = 'Tente de novo em 12 minutos.';
  endpoint.answer = { status: 429, body: { error: { message } } };
  await contact.send();
  await expect(contact.form).toContainText(message);
  await expect(contact.form).not.toContainText('Mensagem Enviada!');

  for (const body of [
    { error: { message: { a: 1 }, fields: { phone: { a: 1 } } } },
    { error: 'quebrou' },
    { error: { fields: ['x'] } },
    [],
    null,
  ]) {
    endpoint.answer = { status: 422, body };
    const before = endpoint.requests.length;
    await contact.submitButton.click();
    await expect.poll(() => endpoint.requests.length).toBe(before + 1);
    await expect(contact.submitButton).toBeEnabled();
    await expect(contact.form).toContainText('conseguiu enviar');
    await contact.expectTyped();
  }
});

test('a visitor’s draft outlives a late script, a reload and another page, and is sent', async ({
  page,
  endpoint,
  contact,
}) => {
  const letScriptsThrough = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/');
  await contact.fill();
  letScriptsThrough();
  await untilHydrated(contact.form);
  await contact.expectTyped();
  await page.reload();
  await contact.form.scrollIntoViewIfNeeded();
  await contact.expectTyped();
  await page.goto('/planos');
  await contact.open('/#contato');
  await contact.expectTyped();
  await contact.submitButton.click();
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject(TYPED);
});

test('a visitor who sent a message without script finds no draft, and no claim in the URL', async ({
  page,
  contact,
}) => {
  await contact.open();
  await contact.fill();
  // The function's success page links to the first URL.
  for (const url of ['/#mensagem-enviada', '/']) {
    await page.goto('/planos');
    await contact.open(url);
    await contact.expectTyped(EMPTY);
    await expect(page.getByText('Mensagem Enviada!')).toHaveCount(0);
  }
});

test('a visitor sees one toast at a time, for 5 seconds', async ({ page, endpoint, contact }) => {
  endpoint.answer = { status: 500 };
  await page.clock.install();
  await contact.open();
  await contact.send();
  await expect(contact.toast).toContainText('Erro ao Enviar');
  endpoint.answer = { status: 200 };
  await contact.submitButton.click();
  await page.clock.runFor(500);
  await expect(contact.toast).toHaveCount(1);
  await expect(contact.toast).toContainText('Mensagem Enviada!');

  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  await expect(contact.toast).toBeVisible();
  await page.clock.runFor(1500);
  await expect(contact.toast).toHaveCount(0);
});

for (const part of ['Toaster*.js', '*.css']) {
  test(`a visitor whose ${part} is late reads the outcome in the form, then in a toast`, async ({
    page,
    contact,
  }) => {
    const letThrough = await holdRequests(page, `**/_astro/${part}`);
    await contact.open();
    await contact.send();
    await expect(contact.form).toContainText(SENT);
    await contact.expectTyped(EMPTY);
    await expect(contact.toast).toHaveCount(0);
    await expect(contact.form.getByRole('status')).toHaveText(SENT);
    letThrough();
    await expect(contact.toast).toContainText(SENT);
    const toasts = page.getByRole('region', { name: 'Avisos' });
    await expect(toasts).toHaveAttribute('aria-live', 'polite');
  });
}

test('a visitor near the limit reads how much still fits, and sends nothing beyond it', async ({
  endpoint,
  contact,
}) => {
  await contact.open();
  const message = contact.field('message');
  for (const [length, said] of [
    [4499, ''],
    [4999, 'Ainda cabe 1 caractere'],
    [5002, '2 caracteres a mais do que cabe'],
  ] as const) {
    await contact.fill({ message: 'a'.repeat(length) });
    await expect(message).toHaveAccessibleDescription(said);
  }
  await contact.submitButton.click();
  await expect(message).toHaveAccessibleDescription(/^A mensagem pode ter até 5000 caracteres\./);
  await expect(message).toBeFocused();
  expect(endpoint.requests).toEqual([]);
});

test.describe('without a configured backend', () => {
  test.use({ build: 'unconfigured' });

  test('an operator reads one warning in the console, and no client is fetched', async ({
    page,
    contact,
  }) => {
    const scripts = watchRequests(page, 'script');
    await contact.open();
    await contact.send();
    await expect(contact.toast).toHaveAttribute('data-type', 'error');
    const messages = (await page.consoleMessages()).filter((one) => one.type() === 'warning');
    const warnings = messages.map((message) => message.text());
    expect(warnings).toEqual([expect.stringContaining('PUBLIC_SUPABASE_URL')]);
    expect(scripts.filter((url) => url.includes('supabaseClient'))).toEqual([]);
  });
});
