/** From the form to the company's mailbox, through the real function, database and mail server. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { LocalBackend } from '../../local/backend.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

test.use({ backend: 'real' });

const COLOR_SCHEMES = ['light', 'dark'] as const;

/** The one mail that comes in from a visitor of this name. */
async function expectOneMail(backend: LocalBackend | undefined, name: string): Promise<Email> {
  const folder = backend?.mailFolder ?? '';
  const readMails = async (): Promise<Email[]> => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'));
    const mails = await Promise.all(
      files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
    );
    return mails.filter(({ subject }) => subject?.includes(name));
  };
  await expect.poll(async () => (await readMails()).length).toBe(1);
  const [mail] = await readMails();
  if (!mail) throw new Error('The mail has gone.');
  return mail;
}

test('a message sent with script arrives as one mail, with all that was typed', async ({
  contact,
  realBackend,
}) => {
  await contact.open();
  await contact.send({ name: 'João d’Ávila', message: 'Linha 1 <b>&\nLinha 2 💚' });
  await expect(contact.toast).toContainText('Mensagem Enviada!');

  const mail = await expectOneMail(realBackend, 'João d’Ávila');
  expect(mail.to?.[0]?.address).toBe('contato@araucariadigital.example');
  expect(mail.from?.address).toBe('site@araucariadigital.example');
  expect(mail.text).toContain('Linha 1 <b>&\nLinha 2 💚');
  expect(mail.html).toContain('Linha 1 &lt;b&gt;&amp;');
  expect(mail.html).toContain('tel:+5549999991234');
});

test('without script, a wrong phone is pointed out, the rest kept, and one mail arrives', async ({
  page,
  contact,
  realBackend,
}) => {
  // No script comes, but axe can run.
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto('/');
  await contact.send({ name: 'Conceição', phone: '123' });
  await expect(page.getByLabel('Telefone')).toHaveAccessibleDescription(/Confira o telefone/);
  const message = await page.getByLabel('Mensagem').inputValue();
  expect(message).toContain('Meu computador não liga.');
  const chat = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(new URL(chat ?? '').searchParams.get('text')).toContain('Meu computador não liga.');
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }

  await page.getByLabel('Telefone').fill('(49) 99999-1234');
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible();
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const mail = await expectOneMail(realBackend, 'Conceição');
  expect(mail.text).toContain('Já troquei a tomada & nada.');
  await page.getByRole('link', { name: 'Voltar ao site' }).click();
  await expect(page).toHaveURL(/\/#mensagem-enviada$/);
});
