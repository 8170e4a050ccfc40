/** From the form to the company's mailbox, through the real function, database and mail server. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { startLocalBackend, type LocalBackend } from '../../local/backend.ts';
import { CHROMIUM_ARGS, launchOptions } from '../../scripts/browser.ts';
import { BACKEND_HOST } from '../../scripts/test-builds.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import { expect, expectAccessibleInBothThemes, test as base } from './support/fixtures.ts';

const test = base.extend<object, { backend: LocalBackend }>({
  backend: [
    async ({ siteUrls }, use) => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'contact-'));
      const backend = await startLocalBackend({
        siteUrls: [siteUrls.configured],
        company: COMPANY,
        dataFolder,
        port: 0,
        announce: () => undefined,
      });
      await use(backend);
      await backend.stop();
      await rm(dataFolder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  launchOptions: [
    async ({ backend }, use) => {
      const rule = `MAP ${BACKEND_HOST} ${new URL(backend.url).host}`;
      await use({ ...launchOptions(), args: [...CHROMIUM_ARGS, `--host-rules=${rule}`] });
    },
    { scope: 'worker' },
  ],
});

/** The one mail that comes in from a visitor of this name. */
async function expectOneMail({ mailFolder }: LocalBackend, name: string): Promise<Email> {
  const readMails = async (): Promise<Email[]> => {
    const files = (await readdir(mailFolder)).filter((file) => file.endsWith('.eml'));
    const mails = await Promise.all(
      files.map(async (file) => PostalMime.parse(await readFile(join(mailFolder, file)))),
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
  backend,
}) => {
  await contact.open();
  await contact.send({ name: 'João d’Ávila', message: 'Linha 1 <b>&\nLinha 2 💚' });
  await expect(contact.toast).toContainText('Mensagem Enviada!');

  const mail = await expectOneMail(backend, 'João d’Ávila');
  expect(mail.to?.[0]?.address).toBe('contato@araucariadigital.example');
  expect(mail.from?.address).toBe('site@araucariadigital.example');
  expect(mail.text).toContain('Linha 1 <b>&\nLinha 2 💚');
  expect(mail.html).toContain('Linha 1 &lt;b&gt;&amp;');
  expect(mail.html).toContain('tel:+5549999991234');
});

test('without script, a wrong phone is pointed out, the rest kept, and one mail arrives', async ({
  page,
  contact,
  backend,
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
  await expectAccessibleInBothThemes(page);

  await page.getByLabel('Telefone').fill('(49) 99999-1234');
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const mail = await expectOneMail(backend, 'Conceição');
  expect(mail.text).toContain('Já troquei a tomada & nada.');
  await page.getByRole('link', { name: 'Voltar ao site' }).click();
  await expect(page).toHaveURL(/\/#mensagem-enviada$/);
});
