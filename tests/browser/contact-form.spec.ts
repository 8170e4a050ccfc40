/** What the form says and does. Delivery: sending.spec; without script: without-script.spec. */
import type { Locator, Page } from '@playwright/test';
import { SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import { expectConsoleErrors } from '../support/browser/console-errors.ts';
import { EMPTY, FIELD_NAMES, TYPED, type contactFormOn } from '../support/browser/contact-form.ts';
import { expect, test, watchRequests } from '../support/browser/fixtures.ts';
import { changeHtml, holdRequests, untilHydrated } from '../support/browser/page.ts';

const SENT = 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.';
const FAILED =
  'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.';
const UNCONFIGURED =
  'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.';

test('a visitor’s message is sent as typed, by keyboard, and the browser keeps nothing of it', async ({
  page,
  endpoint,
  contact,
}) => {
  await contact.open('/#contato');
  await contact.fill();
  await contact.submitButton.press('Enter');
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  await expect(contact.toast).toContainText(SENT);
  await contact.expectTyped(EMPTY);
  const kept = () => JSON.stringify([sessionStorage, localStorage]);
  await expect.poll(() => page.evaluate(kept)).not.toContain(TYPED.name);
  expect(endpoint.requests).toMatchObject([
    {
      path: '/functions/v1/send-contact-email',
      headers: {
        'content-type': 'application/json',
        apikey: 'sb_publishable_only_for_tests',
        'idempotency-key': expect.stringMatching(/^\d+(?:-\d+){3}$/),
      },
    },
  ]);
  const { toEmail, fromEmail } = COMPANY;
  expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toEqual({ ...TYPED, toEmail, fromEmail });
});

test('a visitor cannot change or resend a message during submission, even by a double click, and who scrolls away stays there', async ({
  page,
  endpoint,
  contact,
}) => {
  const release = endpoint.hold();
  const cards = () =>
    page
      .locator('#contato .card')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((card) => card.clientHeight));
  const height = () => page.evaluate(() => document.body.scrollHeight);
  await page.setViewportSize({ width: 320, height: 640 });
  await contact.open();
  const atRest = { cards: await cards(), height: await height() };
  await contact.fill();
  // Both clicks in one task, before React can disable the button; a background tab paints no frame.
  await contact.form.evaluate((form: HTMLFormElement) => {
    const requestFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = () => 0;
    form.requestSubmit();
    form.requestSubmit();
    window.requestAnimationFrame = requestFrame;
  });
  await expect(contact.submitButton).toHaveText('Enviando...');
  await expect(contact.submitButton.locator('.spinner')).toBeVisible();
  await expect(contact.submitButton).toBeDisabled();
  for (const name of FIELD_NAMES) await expect(contact.field(name)).toBeDisabled();
  await contact.expectTyped();
  await expect(contact.form.getByRole('status')).toContainText('Enviando...');
  // Nothing is reserved for the outcome.
  await expect.poll(async () => ({ cards: await cards(), height: await height() })).toEqual(atRest);

  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  release();
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  expect(endpoint.requests).toHaveLength(1);
  await expect(contact.submitButton).toBeEnabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  endpoint.answer = { status: 500 };
  await contact.send();
  await expect(contact.form).toContainText('conseguiu enviar');
  // The outcome stands below the cards, and the explanation before its links.
  await expect.poll(cards).toEqual(atRest.cards);
  await expect(contact.form.locator('.outcome > *').last().getByRole('link')).toHaveCount(2);
});

const LIMIT = 'Chegaram mensagens demais em pouco tempo. Fale com a gente por outro caminho.';
const ANSWERS = [
  { status: 200 },
  { status: 500 },
  { status: 429, body: { error: { message: LIMIT } } },
];
const HEADER_PX = 64;

/** Sends with the button at the lower edge of the screen, and expects the outcome to be seen. */
async function expectOutcomeSeen(
  page: Page,
  contact: ReturnType<typeof contactFormOn>,
): Promise<void> {
  await contact.fill();
  await contact.submitButton.evaluate((button) => {
    button.scrollIntoView({ block: 'end', behavior: 'instant' });
  });
  await contact.submitButton.press('Enter');
  const outcome = contact.form.locator('.outcome');
  await expect(outcome).toBeVisible();
  // The last toast leaves.
  await expect(contact.toast).toHaveCount(1);
  await expect(contact.toast).toHaveAttribute('data-mounted', 'true');
  // The toast slides in.
  await contact.toast.evaluate((toast) =>
    Promise.all(toast.getAnimations().map((animation) => animation.finished)),
  );
  const boxOf = (part: Locator) =>
    part.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
  const [toast, seen, button] = await Promise.all([
    boxOf(contact.toast),
    boxOf(outcome),
    boxOf(contact.submitButton),
  ]);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const place = JSON.stringify({ toast, seen, button });
  expect(toast.left, place).toBeGreaterThanOrEqual(16);
  expect(toast.right, place).toBeLessThanOrEqual(size.width - 16);
  // Only on a smaller screen, it shows its title alone, over the header.
  if (size.width >= 360 && size.height >= 640) {
    expect(toast.bottom, place).toBeGreaterThan(HEADER_PX);
  }
  expect(seen.top, place).toBeGreaterThanOrEqual(HEADER_PX);
  // What is higher than the screen is seen from its start.
  if (seen.height < size.height - 1.5 * HEADER_PX) {
    expect(seen.bottom, place).toBeLessThanOrEqual(size.height);
  } else expect(seen.top, place).toBeLessThanOrEqual(1.5 * HEADER_PX);
  for (const { top, bottom, left, right } of [seen, button]) {
    const isApart =
      toast.bottom <= top || toast.top >= bottom || toast.right <= left || toast.left >= right;
    expect(isApart, place).toBe(true);
  }
  await expect(contact.submitButton).toBeFocused();
}

const SCREENS = [
  { width: 320, height: 400 },
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 599, height: 640 },
  { width: 1440, height: 900 },
];

test('a visitor who sends sees the outcome on any screen; the toast covers neither it nor the button', async ({
  page,
  endpoint,
  contact,
}) => {
  await contact.open();
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    for (const answer of ANSWERS) {
      endpoint.answer = answer;
      await test.step(JSON.stringify({ ...screen, ...answer }), () =>
        expectOutcomeSeen(page, contact),
      );
    }
  }
});

test('a visitor whose request hangs sees an error and is offered WhatsApp with the latest text', async ({
  page,
  endpoint,
  contact,
}) => {
  endpoint.hold();
  expectConsoleErrors(page, /^send-contact-email: FunctionsFetchError/);
  await page.clock.install();
  await contact.open();
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await page.clock.runFor(SEND_DEADLINE_MS);
  await expect(contact.toast).toContainText('Erro ao Enviar');
  await expect(contact.toast).toContainText(FAILED);
  await contact.expectTyped();
  await expect(contact.submitButton).toBeFocused();
  const chatOf = async (link: Locator) =>
    decodeURIComponent((await link.getAttribute('href')) ?? '');
  const link = contact.form.getByRole('link', { name: 'Enviar pelo WhatsApp' });
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
  await expect.poll(() => chatOf(link)).toContain('Outra coisa');
});

test('a new message clears the last outcome, and a broken answer loses nothing', async ({
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
    { error: { fields: ['x'] } },
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

test('a draft survives a reload and a late script, and is sent', async ({
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

test('a message posted without script is no longer a draft, and only its URL shows the success', async ({
  page,
  contact,
}) => {
  await contact.open();
  await contact.fill();
  // The function redirects here after a native post.
  for (const [url, isShown] of [
    ['/#mensagem-enviada', true],
    ['/', false],
  ] as const) {
    await page.goto('/planos');
    await contact.open(url);
    await contact.expectTyped(EMPTY);
    await expect(page.getByText('Mensagem Enviada!')).toBeVisible({ visible: isShown });
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

for (const part of ['Toaster*.js', 'form-status*.css']) {
  test(`a toast waits for its ${part}, and the form reports the outcome`, async ({
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a toast that a visitor taps goes, and does not stay over the menu', async ({ contact }) => {
    await contact.open();
    await contact.send();
    await contact.toast.tap();
    await expect(contact.toast).toHaveCount(0);
  });
});

test('a visitor near the limit sees how many characters are left, and a longer message is not sent', async ({
  endpoint,
  contact,
}) => {
  await contact.open();
  const message = contact.field('message');
  for (const [length, shown] of [
    [4499, ''],
    [4999, 'Ainda cabe 1 caractere'],
    [5002, '2 caracteres acima do limite'],
  ] as const) {
    await contact.fill({ message: 'a'.repeat(length) });
    await expect(message).toHaveAccessibleDescription(shown);
  }
  await contact.submitButton.click();
  await expect(message).toHaveAccessibleDescription(/^A mensagem pode ter até 5\.000 caracteres\./);
  await expect(message).toBeFocused();
  expect(endpoint.requests).toEqual([]);
});

test('a message without a name, a phone number that works or a text is not sent, and each field says why', async ({
  endpoint,
  contact,
}) => {
  await contact.open();
  const errors = contact.form.locator('.field-error');
  await contact.submitButton.click();
  await expect(contact.field('name')).toBeFocused();
  await expect(errors).toHaveText([
    'Escreva o seu nome.',
    'Escreva um telefone para a gente responder.',
    'Conte em que a gente pode ajudar.',
  ]);
  // Below the field, the browser's own bubble would cover it.
  const isAbove = (error: Element) =>
    error.getBoundingClientRect().bottom <=
    (error.nextElementSibling?.getBoundingClientRect().top ?? 0);
  for (const error of await errors.all())
    await expect.poll(() => error.evaluate(isAbove)).toBe(true);
  await contact.send({ name: ' ', phone: 'não tenho' });
  await expect(errors).toHaveText(['Escreva o seu nome.', /^Confira o telefone/]);
  await expect(contact.field('name')).toBeFocused();
  await expect(contact.field('name')).toHaveAttribute('aria-invalid', 'true');
  await contact.field('name').fill('Ana');
  await expect(contact.field('name')).not.toHaveAttribute('aria-invalid');
  expect(endpoint.requests).toEqual([]);
});

test.describe('without a configured backend, and without WhatsApp', () => {
  test.use({ build: 'subpath' });

  test('the console warns once, and a visitor is told and offered mail, with the text, and the phone', async ({
    page,
    contact,
  }) => {
    const scripts = watchRequests(page, 'script');
    const extended = (html: string) => html.replace('0000&quot;', '0000 ramal 12345&quot;');
    await changeHtml(page, '**/site/', extended);
    await contact.open('/site/');
    await page.setViewportSize({ width: 320, height: 740 });
    await expectOutcomeSeen(page, contact);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect(contact.toast).toHaveAttribute('data-type', 'error');
    await expect(contact.toast).toContainText('Erro de Configuração');
    await expect(contact.toast).toContainText(UNCONFIGURED);
    await contact.expectTyped();
    const mail = contact.form.getByRole('link', { name: 'Enviar por e-mail' });
    const href = decodeURIComponent((await mail.getAttribute('href')) ?? '');
    expect(href).toContain(`mailto:${COMPANY.toEmail}?`);
    expect(href).toContain(TYPED.name);
    const call = contact.form.getByRole('link', { name: /^Ligar/ });
    await expect(call).toHaveAttribute('href', 'tel:+5549900000000,12345');

    const messages = (await page.consoleMessages()).filter((one) => one.type() === 'warning');
    const warnings = messages.map((message) => message.text());
    expect(warnings).toEqual([expect.stringContaining('PUBLIC_SUPABASE_URL')]);
    expect(scripts.filter((url) => url.includes('supabaseClient'))).toEqual([]);
  });
});
