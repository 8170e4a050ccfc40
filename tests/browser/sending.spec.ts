/** A message goes out exactly once, whichever scripts fail. */
import { UNCONFIRMED } from '../../src/islands/contact/messages.ts';
import { CLIENT_WAIT_MS } from '../../src/islands/contact/sendMessage.ts';
import { expectConsoleErrors, FAILED_SCRIPTS } from '../support/browser/console-errors.ts';
import { EMPTY, TYPED } from '../support/browser/contact-form.ts';
import { expect, test } from '../support/browser/fixtures.ts';
import { holdRequests } from '../support/browser/page.ts';
import type { RecordedEndpoint } from '../support/browser/recorded-endpoint.ts';

const CLIENT = '**/_astro/supabaseClient*.js';

test('when the client never arrives, a message goes out without it; when it arrives late, only once', async ({
  page,
  endpoint,
  contact,
}) => {
  const letClientThrough = await holdRequests(page, CLIENT);
  await page.clock.install();
  await contact.open();
  await contact.send();
  await page.clock.runFor(CLIENT_WAIT_MS);
  await expect(contact.form).toContainText('Mensagem Enviada!');
  expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject(TYPED);

  const client = page.waitForResponse(CLIENT);
  letClientThrough();
  await (await client).finished();
  // The next message uses the client; by then, a late duplicate of the first would have arrived.
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBeGreaterThan(1);
  const byClient = endpoint.requests.map(({ headers }) => 'x-client-info' in headers);
  expect(byClient).toEqual([false, true]);
  // After a success, even the same text is a new message.
  const keys = endpoint.requests.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

/** Holds a part of the way. Returns whether the message has come there, and what lets it through. */
const HELD: Record<string, (endpoint: RecordedEndpoint) => [() => boolean, () => void]> = {
  'the preflight waits': (endpoint) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    endpoint.permission = promise;
    return [() => endpoint.preflights > 0, resolve as () => void];
  },
  'the answer is on its way': (endpoint) => {
    const letThrough = endpoint.hold();
    return [() => endpoint.requests.length > 0, letThrough];
  },
};

for (const [what, hold] of Object.entries(HELD)) {
  test(`a visitor who leaves while ${what} is heard, reads so on return, and sends no second message`, async ({
    page,
    endpoint,
    contact,
  }) => {
    await contact.open();
    const [isThere, letThrough] = hold(endpoint);
    await contact.send();
    await expect(contact.submitButton).toHaveText('Enviando...');
    await expect.poll(isThere).toBe(true);
    await page.goto('/planos');
    letThrough();
    await expect.poll(() => endpoint.requests.length).toBeGreaterThan(0);
    expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject(TYPED);

    endpoint.answer = { status: 200 };
    for (const visit of ['first', 'second']) {
      await contact.open();
      await contact.expectTyped();
      await expect(contact.form.locator('.outcome'), visit).toContainText(UNCONFIRMED);
    }
    await contact.submitButton.click();
    await expect(contact.form).toContainText('Mensagem Enviada!');
    const keys = endpoint.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    // The function stores one message for a key.
    expect(new Set(keys).size).toBe(1);
    await contact.open();
    await contact.expectTyped(EMPTY);
    await expect(contact.form.locator('.outcome')).toHaveCount(0);
  });
}

test('a visitor who leaves before the client has arrived does not wait for it', async ({
  page,
  endpoint,
  contact,
}) => {
  // Playwright's routes lose what a page sends when it is left.
  await page.route(CLIENT, () => new Promise(() => undefined));
  await page.clock.install();
  await contact.open();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await contact.send();
  await page.clock.runFor(CLIENT_WAIT_MS / 2);
  expect(endpoint.requests).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await expect.poll(() => endpoint.requests.length).toBe(1);
});

test('a browser that refuses to send after the page is left sends as before', async ({
  page,
  endpoint,
  contact,
}) => {
  // As Chrome before 81 does.
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = (input, init) =>
      init?.keepalive ? Promise.reject(new TypeError('keepalive')) : send(input, init);
  });
  await contact.open();
  await contact.send();
  await expect(contact.form).toContainText('Mensagem Enviada!');
  expect(endpoint.requests).toHaveLength(1);
});

for (const clientIs of ['loaded', 'missing']) {
  test(`with the client ${clientIs}, the page of a hotel’s network is a failure, as no answer is, a refusal names its field, and any success of the function is one`, async ({
    page,
    endpoint,
    contact,
  }) => {
    expectConsoleErrors(page, ...FAILED_SCRIPTS, /^send-contact-email: /);
    if (clientIs === 'missing') await page.route(CLIENT, (route) => route.abort());
    await contact.open();
    endpoint.answer = { status: 200, body: '<h1>Wi-Fi do hotel</h1>', type: 'text/html' };
    await contact.send();
    await expect(contact.form).toContainText('conseguiu enviar');
    await contact.expectTyped();

    const text = 'Confira o telefone: faltam números.';
    endpoint.answer = { status: 422, body: { error: { fields: { phone: text } } } };
    await contact.submitButton.click();
    await expect(contact.field('phone')).toHaveAccessibleDescription(text);
    await expect(contact.field('phone')).toBeFocused();
    expect(endpoint.requests).toHaveLength(2);
    endpoint.answer = 'drop';
    await contact.submitButton.click();
    await expect(contact.form).toContainText('conseguiu enviar');
    await contact.expectTyped();

    for (const answer of [{ status: 204 }, { status: 202, body: '{' }]) {
      endpoint.answer = answer;
      await contact.send();
      await expect(contact.form).toContainText('Mensagem Enviada!');
      await contact.expectTyped(EMPTY);
    }
  });
}
