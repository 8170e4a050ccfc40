import type { Page } from '@playwright/test';
import { SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScripts, untilHydrated } from './support/hydration.ts';

const TYPED = {
  name: 'Maria da Conceição',
  phone: '(49) 99999-1234',
  message: 'Meu computador não liga.\nJá troquei a tomada & nada.',
};

const SENT = 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.';

const toast = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
const submitButton = (page: Page) => page.getByRole('button', { name: /^Envi/ });

async function fillIn(page: Page, typed: Partial<typeof TYPED> = {}): Promise<void> {
  const { name, phone, message } = { ...TYPED, ...typed };
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('Telefone').fill(phone);
  await page.getByLabel('Mensagem').fill(message);
}

async function expectTyped(page: Page, typed = TYPED): Promise<void> {
  await expect(page.getByLabel('Nome')).toHaveValue(typed.name);
  await expect(page.getByLabel('Telefone')).toHaveValue(typed.phone);
  await expect(page.getByLabel('Mensagem')).toHaveValue(typed.message);
}

/** Scrolls to the form and waits until its script has taken over. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('form').scrollIntoViewIfNeeded();
  await untilHydrated(page.locator('form'));
}

/** Nothing typed may show in the address or the history. */
function expectNothingInUrl(page: Page): void {
  expect(decodeURIComponent(page.url())).not.toContain(TYPED.name);
  expect(new URL(page.url()).search).toBe('');
}

test('the fields are those of the specification', async ({ page }) => {
  await page.goto('/');
  const name = page.getByPlaceholder('Seu nome completo');
  const phone = page.getByPlaceholder('(XX) XXXXX-XXXX');
  const message = page.getByPlaceholder('Como podemos te ajudar?');
  for (const field of [name, phone, message]) await expect(field).toHaveAttribute('required');
  await expect(phone).toHaveAttribute('type', 'tel');
  await expect(message).toHaveAttribute('rows', '5');
});

test('a message reaches the function with exactly the five fields, and the form is cleared', async ({
  page,
  endpoint,
}) => {
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();

  await expect(toast(page)).toContainText('Mensagem Enviada!');
  await expect(toast(page)).toContainText(SENT);
  await expectTyped(page, { name: '', phone: '', message: '' });

  expect(endpoint.requests).toHaveLength(1);
  const [request] = endpoint.requests;
  expect(request?.method).toBe('POST');
  expect(request?.path).toBe('/functions/v1/send-contact-email');
  expect(request?.headers['content-type']).toBe('application/json');
  expect(request?.headers['apikey']).toBe('sb_publishable_only_for_tests');
  expect(request?.headers['idempotency-key']).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    ...TYPED,
    toEmail: 'contato@araucariadigital.example',
    fromEmail: 'site@araucariadigital.example',
  });
  expectNothingInUrl(page);
});

test('while submitting, the button says so and every field is disabled but keeps its text', async ({
  page,
  endpoint,
}) => {
  endpoint.answer = 'hang';
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();

  await expect(submitButton(page)).toHaveText('Enviando...');
  await expect(submitButton(page).locator('.spinner')).toBeVisible();
  await expect(submitButton(page)).toBeDisabled();
  for (const label of ['Nome', 'Telefone', 'Mensagem']) {
    await expect(page.getByLabel(label)).toBeDisabled();
  }
  await expectTyped(page);
  await expect(page.getByRole('status').filter({ hasText: 'Enviando...' })).toBeAttached();

  endpoint.release();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  await expect(submitButton(page)).toBeEnabled();
});

for (const [what, answer] of [
  ['the function fails', { status: 500, body: { error: 'internal' } }],
  ['the connection breaks', 'drop'],
] as const) {
  test(`when ${what}, the visitor is told and keeps the text`, async ({ page, endpoint }) => {
    endpoint.answer = answer;
    await openForm(page);
    await fillIn(page);
    await submitButton(page).click();

    await expect(toast(page)).toContainText('Erro ao Enviar');
    await expect(toast(page)).toContainText(
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.',
    );
    await expect(toast(page)).toHaveAttribute('data-type', 'error');
    await expectTyped(page);
    await expect(submitButton(page)).toBeFocused();
    expectNothingInUrl(page);
  });
}

test('a failure offers WhatsApp with what was typed already in the message', async ({
  page,
  endpoint,
}) => {
  endpoint.answer = { status: 503, body: {} };
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();

  const link = toast(page).getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expect(link).toHaveAttribute('target', '_blank');
  const address = new URL((await link.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe('https://wa.me/5549900000000');
  for (const text of Object.values(TYPED)) {
    expect(address.searchParams.get('text')).toContain(text);
  }
});

test('the offer of WhatsApp stays beside the form after the toast is gone, with the latest text', async ({
  page,
  endpoint,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  endpoint.answer = { status: 503, body: {} };
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(7000);
  await expect(toast(page)).toHaveCount(0);

  await page.getByLabel('Mensagem').fill('Outra coisa');
  const [chat] = await Promise.all([
    context.waitForEvent('page'),
    page.locator('form').getByRole('link', { name: 'Enviar pelo WhatsApp' }).click(),
  ]);
  await expect.poll(() => new URL(chat.url()).searchParams.get('text')).toContain('Outra coisa');
});

test('what the function says of a refused message stands beside the form', async ({
  page,
  endpoint,
}) => {
  endpoint.answer = { status: 429, body: { error: { message: 'Tente de novo em 12 minutos.' } } };
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(page.locator('form')).toContainText('Tente de novo em 12 minutos.');
  await expectTyped(page);
});

test('a retry of the same text carries the same key, a changed text a new one', async ({
  page,
  endpoint,
}) => {
  endpoint.answer = { status: 503, body: {} };
  await openForm(page);
  await fillIn(page);
  for (const attempt of [1, 2]) {
    await submitButton(page).click();
    await expect.poll(() => endpoint.requests.length).toBe(attempt);
    await expect(submitButton(page)).toBeEnabled();
  }
  await page.getByLabel('Mensagem').fill('Outra coisa');
  await submitButton(page).click();
  await expect.poll(() => endpoint.requests.length).toBe(3);

  const [first, second, third] = endpoint.requests.map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a request that hangs ends in an error after a while, with the text kept', async ({
  page,
  endpoint,
}) => {
  endpoint.answer = 'hang';
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await page.clock.runFor(SEND_DEADLINE_MS);
  await expect(toast(page)).toContainText('Erro ao Enviar');
  await expectTyped(page);
});

test('a client that arrives after the visitor was told of a failure sends nothing', async ({
  page,
  endpoint,
}) => {
  let letClientThrough = (): void => undefined;
  const clientMayPass = new Promise<void>((resolve) => {
    letClientThrough = resolve;
  });
  await page.route('**/_astro/supabaseClient*.js', async (route) => {
    await clientMayPass;
    await route.continue();
  });
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await page.clock.runFor(SEND_DEADLINE_MS);
  await expect(toast(page)).toContainText('Erro ao Enviar');
  const client = page.waitForResponse('**/_astro/supabaseClient*.js');
  letClientThrough();
  await (await client).finished();
  // The next attempt goes through the same client: what came before it would have come by now.
  await submitButton(page).click();
  await expect.poll(() => endpoint.requests.length).toBeGreaterThan(0);
  await page.clock.runFor(500);
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  expect(endpoint.requests).toHaveLength(1);
});

for (const body of [
  { error: { message: { a: 1 }, fields: { phone: { a: 1 } } } },
  { error: 'quebrou' },
  { error: { fields: ['x'] } },
  [],
  null,
]) {
  test(`an answer of an unknown shape, ${JSON.stringify(body)}, leaves form and text in place`, async ({
    page,
    endpoint,
  }) => {
    endpoint.answer = { status: 422, body };
    await openForm(page);
    await fillIn(page);
    await submitButton(page).click();
    await expect(toast(page)).toContainText('Erro ao Enviar');
    await expectTyped(page);
  });
}

test('what a browser has sent by itself is no draft: the form comes back empty', async ({
  page,
}) => {
  await openForm(page);
  await untilHydrated(page.locator('form'));
  await fillIn(page);
  // Where the function sends the visitor after a form that was posted without script.
  await page.goto('/planos');
  await page.goto('/#mensagem-enviada');
  await page.locator('form').scrollIntoViewIfNeeded();
  await untilHydrated(page.locator('form'));
  await expect(page.getByText('Mensagem Enviada!')).toBeVisible();
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
  await page.goto('/planos');
  await openForm(page);
  await untilHydrated(page.locator('form'));
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
});

test('a phone that nobody could call is pointed out at once, without a failure to send', async ({
  page,
  endpoint,
}) => {
  await openForm(page);
  await fillIn(page, { phone: '(49) 99999-1234 ou (49) 3222-0000' });
  await untilHydrated(page.locator('form'));
  await submitButton(page).click();
  await expect(page.getByText('Confira o telefone: um número só')).toBeVisible();
  await expect(page.getByLabel('Telefone')).toBeFocused();
  await expect(toast(page)).toHaveCount(0);
  expect(endpoint.requests).toEqual([]);
});

test('what was typed is still there after a reload', async ({ page }) => {
  await openForm(page);
  await fillIn(page);
  await page.reload();
  await page.locator('form').scrollIntoViewIfNeeded();
  await expectTyped(page);
});

test('after a success nothing of the message is kept in the browser', async ({ page }) => {
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage]
      .flatMap((storage) => Object.values(storage as unknown as Record<string, string>))
      .join(' '),
  );
  expect(kept).not.toContain(TYPED.name);
});

test('the outcome does not drag a visitor back who has moved on', async ({ page, endpoint }) => {
  endpoint.answer = 'hang';
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  endpoint.release();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  await expect(submitButton(page)).toBeEnabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a success shows beside the form even when the toaster cannot be fetched', async ({
  page,
}) => {
  await page.route('**/_astro/Toaster*.js', (route) => route.abort());
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(page.locator('form')).toContainText(SENT);
});

test('an error leaves its field as soon as the visitor mends it', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { name: '  ' });
  await submitButton(page).click();
  await expect(page.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Nome').fill('Maria');
  await expect(page.getByLabel('Nome')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('Escreva o seu nome.')).toHaveCount(0);
});

for (const width of [320, 360, 1280]) {
  test(`the error toast can be read at ${width} px`, async ({ page, endpoint }) => {
    await page.setViewportSize({ width, height: 640 });
    endpoint.answer = { status: 500, body: {} };
    await openForm(page);
    await fillIn(page);
    await submitButton(page).click();
    await expect(toast(page)).toBeInViewport({ ratio: 1 });
    const text = await toast(page).locator('[data-description]').boundingBox();
    expect(text?.width).toBeGreaterThan(180);
    await expect(toast(page).getByRole('button', { name: 'Fechar aviso' })).toBeInViewport();
  });
}

test('a message goes out also where nothing is painted any more, as in a tab left behind', async ({
  page,
}) => {
  await openForm(page);
  await fillIn(page);
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
});

test('a double click sends once, however fast', async ({ page, endpoint }) => {
  endpoint.answer = 'hang';
  await openForm(page);
  await fillIn(page);
  // Both in one task: React has had no time to disable the button.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(submitButton(page)).toHaveText('Enviando...');
  endpoint.release();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  expect(endpoint.requests).toHaveLength(1);
});

test('a field of nothing but spaces is pointed out and nothing is sent', async ({
  page,
  endpoint,
}) => {
  await openForm(page);
  await fillIn(page, { name: '   ' });
  await submitButton(page).click();
  await expect(page.getByLabel('Nome')).toBeFocused();
  await expect(page.getByLabel('Nome')).toHaveAccessibleDescription('Escreva o seu nome.');
  await expect(page.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
  expect(endpoint.requests).toHaveLength(0);
});

test('an empty field is held back by the browser itself', async ({ page, endpoint }) => {
  await openForm(page);
  await page.getByLabel('Nome').fill('Maria');
  await submitButton(page).click();
  await expect(page.getByLabel('Telefone')).toBeFocused();
  expect(endpoint.requests).toHaveLength(0);
});

test('what the function says of a field stands beside that field', async ({ page, endpoint }) => {
  endpoint.answer = {
    status: 422,
    body: { error: { fields: { phone: 'Confira o telefone: faltam números.' } } },
  };
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(page.getByLabel('Telefone')).toHaveAccessibleDescription(
    'Confira o telefone: faltam números.',
  );
  await expect(page.getByLabel('Telefone')).toBeFocused();
  await expectTyped(page);
});

test('on a small phone, neither the toast nor a bar covers what is said of a field', async ({
  page,
  endpoint,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const text = 'Confira este campo: falta algo nele.';
  for (const [name, label] of Object.entries({ name: 'Nome', phone: 'Telefone' })) {
    endpoint.answer = { status: 422, body: { error: { fields: { [name]: text } } } };
    await openForm(page);
    await fillIn(page);
    await submitButton(page).click();
    await expect(toast(page)).toContainText('Erro ao Enviar');
    await expect(page.getByLabel(label)).toBeFocused();
    const said = page.getByText(text);
    await expect(said).toBeInViewport({ ratio: 1 });
    await expect
      .poll(() =>
        said.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === element;
        }),
      )
      .toBe(true);
  }
});

test('what was typed before the script arrived survives it and is sent', async ({
  page,
  endpoint,
}) => {
  const letScriptsThrough = await holdScripts(page);
  await page.goto('/');
  await fillIn(page);
  letScriptsThrough();
  await untilHydrated(page.locator('form'));
  await expectTyped(page);
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject(TYPED);
});

test('submitted before its script has arrived, the form posts itself and nothing shows in the URL', async ({
  page,
  endpoint,
}) => {
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto('/');
  await fillIn(page);
  await submitButton(page).click();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  const [request] = endpoint.requests;
  expect(request?.method).toBe('POST');
  expect(request?.path).toBe('/functions/v1/send-contact-email');
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    name: TYPED.name,
    phone: TYPED.phone,
    message: TYPED.message.replace('\n', '\r\n'),
    toEmail: 'contato@araucariadigital.example',
    fromEmail: 'site@araucariadigital.example',
    website: '',
  });
});

test('when the Supabase client cannot be fetched, the visitor is told and keeps the text', async ({
  page,
  endpoint,
}) => {
  await page.route('**/_astro/supabaseClient*.js', (route) => route.abort());
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Erro ao Enviar');
  await expectTyped(page);
  expect(endpoint.requests).toHaveLength(0);
});

test('at most one toast shows at a time, and it leaves after 5 seconds', async ({
  page,
  endpoint,
}) => {
  endpoint.answer = { status: 500, body: {} };
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Erro ao Enviar');
  endpoint.answer = { status: 200, body: {} };
  await submitButton(page).click();
  await page.clock.runFor(500);
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).toContainText('Mensagem Enviada!');

  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1500);
  await expect(toast(page)).toHaveCount(0);
});

test('a toast fired before the toaster has mounted is shown as soon as it has', async ({
  page,
}) => {
  let letToasterThrough = (): void => undefined;
  const toasterMayPass = new Promise<void>((resolve) => {
    letToasterThrough = resolve;
  });
  await page.route('**/_astro/Toaster*.js', async (route) => {
    await toasterMayPass;
    await route.continue();
  });
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expectTyped(page, { name: '', phone: '', message: '' });
  await expect(toast(page)).toHaveCount(0);
  letToasterThrough();
  await expect(toast(page)).toContainText('Mensagem Enviada!');
});

test('the keyboard alone fills in and sends the form', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Nome').focus();
  await page.keyboard.type(TYPED.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(TYPED.phone);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Socorro');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Mensagem Enviada!');
  await expect(submitButton(page)).toBeFocused();
});

test.describe('without a configured backend', () => {
  test.use({ build: 'unconfigured' });

  test('the console warns once, the visitor is told, and nothing is sent', async ({
    page,
    baseURL,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await openForm(page);
    await fillIn(page);
    await submitButton(page).click();

    await expect(toast(page)).toContainText('Erro de Configuração');
    await expect(toast(page)).toContainText(
      'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.',
    );
    await expect(toast(page)).toHaveAttribute('data-type', 'error');
    await expectTyped(page);
    expect(warnings).toEqual([expect.stringContaining('PUBLIC_SUPABASE_URL')]);
    expect(requests.filter((url) => !url.startsWith(baseURL ?? ''))).toEqual([]);
    expect(requests.filter((url) => url.includes('supabaseClient'))).toEqual([]);
  });

  test('without its script the form keeps the text and puts nothing into the URL', async ({
    page,
  }) => {
    await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto('/');
    await fillIn(page);
    await submitButton(page).click();
    await expectTyped(page);
    expectNothingInUrl(page);
  });
});
