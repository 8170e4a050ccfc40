/** A message goes out once, whichever of its scripts fail. */
import type { Route } from '@playwright/test';
import { CLIENT_WAIT_MS } from '../../src/islands/contact/sendMessage.ts';
import { expectComplaints, LOST_SCRIPTS } from './support/complaints.ts';
import { TYPED } from './support/contact-form.ts';
import { expect, test } from './support/fixtures.ts';
import { holdRequests, untilHydrated } from './support/page.ts';

const CLIENT = '**/_astro/supabaseClient*.js';

/** Console errors for a script that is an HTML page or was cut short. */
const BROKEN_SCRIPTS = [
  /^Failed to load module script: Expected a JavaScript\S* module script/,
  /^Loading module from \S+ was blocked because of a disallowed MIME type/,
  /^(?:Unexpected end of input|Invalid or unexpected token)$/,
];

/** The ways in which a script fails. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  'are lost in transit': (route) => route.abort(),
  'are gone after a deploy': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'are a captive portal’s page': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Entre na rede</title>' }),
  'are cut short': async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    await route.fulfill({ response, body: script.slice(0, script.length / 2) });
  },
  'never arrive': () => new Promise(() => undefined),
};

for (const [what, fail] of Object.entries(FAILURES)) {
  test(`a visitor whose scripts ${what} still pauses the logos and sends a message`, async ({
    page,
    endpoint,
    contact,
  }) => {
    expectComplaints(page, ...LOST_SCRIPTS, ...BROKEN_SCRIPTS);
    await page.route('**/_astro/*.js*', fail);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    await page.getByRole('checkbox', { name: 'Pausar os logotipos' }).click();
    await expect(page.locator('.marquee-track')).toHaveCSS('animation-play-state', 'paused');
    await contact.send();
    await expect.poll(() => endpoint.requests.length).toBe(1);
    const fields = new URLSearchParams(endpoint.requests[0]?.body);
    expect(fields.get('name')).toBe(TYPED.name);
  });
}

test('a visitor whose client script is lost reads which field to fix, and retries without a reload', async ({
  page,
  endpoint,
  contact,
}) => {
  expectComplaints(page, ...LOST_SCRIPTS);
  await page.route(CLIENT, (route) => route.abort());
  const text = 'Confira o telefone: faltam números.';
  endpoint.answer = { status: 422, body: { error: { fields: { phone: text } } } };
  await contact.open();
  await contact.send();
  await expect(contact.field('phone')).toHaveAccessibleDescription(text);
  expect(endpoint.requests).toHaveLength(1);
  endpoint.answer = 'drop';
  await contact.submitButton.click();
  await expect(contact.form).toContainText('conseguiu enviar');
  await contact.expectTyped();
  endpoint.answer = { status: 200 };
  await contact.submitButton.click();
  await expect(contact.form).toContainText('Mensagem Enviada!');
});

test('a visitor whose client script arrives late has sent the message without it, once', async ({
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
  // The next message goes by the client: a duplicate of the first would have arrived before it.
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBeGreaterThan(1);
  const byClient = endpoint.requests.map(({ headers }) => 'x-client-info' in headers);
  expect(byClient).toEqual([false, true]);
});

for (const script of ['Navbar', 'client']) {
  test(`a visitor who loses the ${script} script once gets it at the next attempt`, async ({
    page,
  }) => {
    expectComplaints(page, ...LOST_SCRIPTS);
    await page.route(`**/_astro/${script}.*.js`, (route) => route.abort(), { times: 1 });
    await page.goto('/');
    await page.getByRole('navigation').hover();
    await untilHydrated(page.getByRole('navigation'));
  });
}

test('a visitor who loses both scripts and function finds the text by Back', async ({
  page,
  contact,
}) => {
  expectComplaints(page, ...LOST_SCRIPTS);
  await page.route(/\/_astro\/.*\.js|\/functions\/v1\//, (route) => route.abort());
  await page.goto('/');
  await contact.fill();
  // Chromium saves form text within a second, and on navigation within the page.
  await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).click();
  await contact.submitButton.click();
  await page.waitForURL(/chrome-error|functions/);
  await page.goBack();
  await contact.expectTyped();
});

test('a visitor’s retry keeps its key, also after a reload; a changed text gets another', async ({
  page,
  endpoint,
  contact,
}) => {
  const expectAttempts = async (count: number): Promise<void> => {
    await expect.poll(() => endpoint.requests.length).toBe(count);
    await expect(contact.submitButton).toBeEnabled();
  };
  expectComplaints(page, ...LOST_SCRIPTS);
  await page.route(CLIENT, (route) => route.abort());
  endpoint.answer = { status: 503 };
  await contact.open();
  await contact.send();
  await expectAttempts(1);
  await page.unroute(CLIENT);
  await contact.open();
  await contact.expectTyped();
  await contact.submitButton.click();
  await expectAttempts(2);
  await contact.send({ message: 'Outra coisa' });
  await expectAttempts(3);

  const headers = endpoint.requests.map((request) => request.headers);
  expect(headers.map((all) => 'x-client-info' in all)).toEqual([false, true, true]);
  const [first, second, third] = headers.map((all) => all['idempotency-key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
