/** A message goes out whatever becomes of the script that was to carry it, once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { CLIENT_WAIT_MS } from '../../src/islands/contact/sendMessage.ts';
import { TYPED } from './support/contact-form.ts';
import { expect, test } from './support/fixtures.ts';
import { holdRequests } from './support/page.ts';

const CLIENT = '**/_astro/supabaseClient*.js';

/** What becomes of the Supabase client's file, as visitors meet it. */
const CLIENT_FAILURES: Record<string, (route: Route) => Promise<void>> = {
  'is lost on the way': (route) => route.abort(),
  'has its connection reset': (route) => route.abort('connectionreset'),
  'is gone (a deploy since)': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'is a portal’s page': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Entre na rede</title>' }),
  'breaks off half way': async (route) => {
    const { pathname } = new URL(route.request().url());
    const text = readFileSync(join(TEST_BUILDS.configured.folder, pathname), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: text.slice(0, text.length / 2) });
  },
  'never answers': () => new Promise(() => undefined),
};

for (const [what, fail] of Object.entries(CLIENT_FAILURES)) {
  test(`a message goes out once when the client’s script ${what}`, async ({
    page,
    endpoint,
    contact,
  }) => {
    await page.route(CLIENT, fail);
    await page.clock.install();
    await contact.open();
    await contact.send();
    await page.clock.runFor(CLIENT_WAIT_MS);
    await expect(contact.toast).toContainText('Mensagem Enviada!');

    expect(endpoint.requests).toHaveLength(1);
    const [request] = endpoint.requests;
    expect(request?.path).toBe('/functions/v1/send-contact-email');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      apikey: 'sb_publishable_only_for_tests',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...TYPED,
      toEmail: 'contato@araucariadigital.example',
      fromEmail: 'site@araucariadigital.example',
    });
  });
}

test.describe('without the client’s script', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(CLIENT, (route) => route.abort());
  });

  test('what the function says of a field stands beside it', async ({ endpoint, contact }) => {
    const text = 'Confira o telefone: faltam números.';
    endpoint.answer = { status: 422, body: { error: { fields: { phone: text } } } };
    await contact.open();
    await contact.send();
    await expect(contact.field('phone')).toHaveAccessibleDescription(text);
  });

  test('a failure needs no reload before the next attempt', async ({ endpoint, contact }) => {
    endpoint.answer = 'drop';
    await contact.open();
    await contact.send();
    await expect(contact.form).toContainText('conseguiu enviar');
    endpoint.answer = { status: 200 };
    await contact.submitButton.click();
    await expect(contact.form).toContainText('Mensagem Enviada!');
  });

  test('a second attempt by the client, after a reload, keeps its key', async ({
    page,
    endpoint,
    contact,
  }) => {
    endpoint.answer = 'drop';
    await contact.open();
    await contact.send();
    await expect(contact.form).toContainText('conseguiu enviar');

    endpoint.answer = { status: 200 };
    await page.unroute(CLIENT);
    await contact.open();
    await contact.expectTyped();
    await contact.submitButton.click();
    await expect(contact.form).toContainText('Mensagem Enviada!');

    const [first, second] = endpoint.requests.map(({ headers }) => headers);
    expect(first).not.toHaveProperty('x-client-info');
    expect(second).toHaveProperty('x-client-info');
    expect(second?.['idempotency-key']).toBe(first?.['idempotency-key']);
  });
});

test('a client that arrives too late does not send the message again', async ({
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

  const client = page.waitForResponse(CLIENT);
  letClientThrough();
  await (await client).finished();
  // The next message goes by that client: what came before it would have come by now.
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBeGreaterThan(1);
  const byClient = endpoint.requests.map(({ headers }) => 'x-client-info' in headers);
  expect(byClient).toEqual([false, true]);
});

test('whoever opens or shares a URL reads of no message sent', async ({ page, contact }) => {
  await page.goto('/#mensagem-enviada');
  await expect(contact.form).toBeInViewport();
  await expect(page.getByText('Mensagem Enviada!')).toHaveCount(0);
});

test('what was said of a message goes with the next one', async ({ page, endpoint, contact }) => {
  await contact.open();
  await contact.send();
  await expect(contact.form).toContainText('Mensagem Enviada!');
  endpoint.answer = { status: 503 };
  await contact.send();
  await expect(contact.form).toContainText('conseguiu enviar');
  await expect(page.getByText('Mensagem Enviada!')).toHaveCount(0);
});

test('two phone numbers are as good as one', async ({ endpoint, contact }) => {
  const phone = '(49) 99999-1234 ou (49) 3222-0000';
  await contact.open();
  await contact.send({ phone });
  await expect(contact.form).toContainText('Mensagem Enviada!');
  expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject({ phone });
});

test('on the lowest screen, a failure keeps its link to WhatsApp in view', async ({
  page,
  endpoint,
  contact,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  endpoint.answer = { status: 503 };
  await contact.open();
  await contact.send();
  for (const control of [
    contact.toast.getByRole('link', { name: 'Enviar pelo WhatsApp' }),
    contact.toast.getByRole('button', { name: 'Fechar aviso' }),
  ]) {
    await expect(control).toBeInViewport({ ratio: 1 });
  }
});
