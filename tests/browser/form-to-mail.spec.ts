/** From the form to the company's mailbox, through the real function, database and mail server. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import type { LocalBackend } from '../../local/backend.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { untilHydrated } from './support/page.ts';

test.use({ backend: 'real' });

const PHONE = '(49) 99999-1234';

function required(backend: LocalBackend | undefined): LocalBackend {
  if (!backend) throw new Error('These tests need the real backend.');
  return backend;
}

async function fillIn(page: Page, name: string, phone: string, message: string): Promise<void> {
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('Telefone').fill(phone);
  await page.getByLabel('Mensagem').fill(message);
}

/** The mails that have come in from a visitor of this name. */
async function mailsFrom(backend: LocalBackend, name: string): Promise<Email[]> {
  const files = await readdir(backend.mailFolder);
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .map(async (file) => PostalMime.parse(await readFile(join(backend.mailFolder, file)))),
  );
  return mails.filter(({ subject }) => subject?.includes(name));
}

async function expectOneMail(backend: LocalBackend, name: string): Promise<Email> {
  await expect.poll(async () => (await mailsFrom(backend, name)).length).toBe(1);
  const [mail] = await mailsFrom(backend, name);
  if (!mail) throw new Error('The mail has gone.');
  return mail;
}

test('a message sent with script arrives as one mail, with all that was typed', async ({
  page,
  realBackend,
}) => {
  const backend = required(realBackend);
  await page.goto('/');
  await page.locator('form').scrollIntoViewIfNeeded();
  await untilHydrated(page.locator('form'));
  await fillIn(page, 'João d’Ávila', PHONE, 'Linha 1 <b>&\nLinha 2 💚');
  await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('Mensagem Enviada!');

  const mail = await expectOneMail(backend, 'João d’Ávila');
  expect(mail.to?.[0]?.address).toBe('contato@araucariadigital.example');
  expect(mail.from?.address).toBe('site@araucariadigital.example');
  expect(mail.text).toContain('Linha 1 <b>&\nLinha 2 💚');
  expect(mail.html).toContain('Linha 1 &lt;b&gt;&amp;');
  expect(mail.html).toContain('tel:+5549999991234');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a message arrives as one mail, and the visitor reads that it was sent', async ({
    page,
    realBackend,
  }) => {
    const backend = required(realBackend);
    await page.goto('/');
    await fillIn(page, 'Benedita', PHONE, 'Meu computador não liga');
    await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
    await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar ao site' }).click();
    await expect(page).toHaveURL(/\/#mensagem-enviada$/);
    await expect(page.getByText('Mensagem Enviada!')).toHaveCount(0);
    expect((await expectOneMail(backend, 'Benedita')).text).toContain('Meu computador não liga');
  });

  test('a wrong phone is pointed out on a page that keeps the text and can send it again', async ({
    page,
    realBackend,
  }) => {
    const backend = required(realBackend);
    await page.goto('/');
    await fillIn(page, 'Conceição', '123', 'Texto que não se perde');
    await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
    await expect(page.getByLabel('Mensagem')).toHaveValue('Texto que não se perde');
    await expect(page.getByLabel('Telefone')).toHaveAccessibleDescription(/Confira o telefone/);
    const chat = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
    expect(new URL(chat ?? '').searchParams.get('text')).toContain('Texto que não se perde');

    await page.getByLabel('Telefone').fill(PHONE);
    await page.getByRole('button', { name: /Enviar/ }).click();
    await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible();
    await expectOneMail(backend, 'Conceição');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the pages of a form that the function refused, and then took', async ({
      page,
    }) => {
      await page.route('**/_astro/*.js', (route) => route.abort());
      await page.goto('/');
      await fillIn(page, 'Maria', '123', 'Socorro');
      await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
      await expect(page.getByLabel('Telefone')).toHaveAccessibleDescription(/Confira o telefone/);
      await expectAccessible(page);

      await page.getByLabel('Telefone').fill(PHONE);
      await page.getByRole('button', { name: 'Enviar de novo' }).click();
      await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}
