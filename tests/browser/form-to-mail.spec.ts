/** From the form to the company's mailbox, through the real function, database and mail server. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { startLocalBackend } from '../../local/backend.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import CONTACT from '../content/pages/contact.json' with { type: 'json' };
import { expectConsoleErrors, FAILED_SCRIPTS } from '../support/browser/console-errors.ts';
import { expect, expectAccessible, expectUncovered, test } from '../support/browser/fixtures.ts';

test('a visitor’s messages, with and without script, arrive as one mail each with the full text, and outlast a restart', async ({
  page,
  baseURL,
  endpoint,
  contact,
}, testInfo) => {
  // Creating a database on disk takes a busy machine a minute.
  test.slow();
  const start = () =>
    startLocalBackend({
      siteUrls: [baseURL ?? ''],
      company: COMPANY,
      dataFolder: testInfo.outputPath('backend'),
      port: 0,
      announce: () => undefined,
    });
  const backend = await start();
  endpoint.realBackend = backend.url;
  const expectMails = async (count: number): Promise<Email[]> => {
    const findMails = () => globSync(join(backend.mailFolder, '*.eml'));
    await expect.poll(findMails).toHaveLength(count);
    return Promise.all(findMails().map((file) => PostalMime.parse(readFileSync(file))));
  };

  await test.step('with script', async () => {
    await contact.open();
    await contact.send({ name: 'João d’Ávila', message: 'Linha 1 <b>&\nLinha 2 💚' });
    await expect(contact.toast).toContainText('Mensagem Enviada!');
    const [mail] = await expectMails(1);
    expect(mail?.subject).toContain('João d’Ávila');
    expect(mail?.to?.[0]?.address).toBe('contato@araucariadigital.example');
    expect(mail?.from?.address).toBe('site@araucariadigital.example');
    expect(mail?.text).toContain('Linha 1 <b>&\nLinha 2 💚');
    expect(mail?.html).toContain('Linha 1 &#60;b&#62;&#38;');
    expect(mail?.html).toContain('tel:+5549999991234');
  });

  await test.step('without script, a visitor reads what is wrong and gets the text back', async () => {
    // Blocks the scripts but leaves JavaScript on for axe.
    expectConsoleErrors(page, ...FAILED_SCRIPTS);
    await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto('/');
    await contact.send({ name: 'Conceição', phone: '123' });
    await expect(page).toHaveURL(/\/mensagem-nao-enviada#telefone$/);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/não foi enviada/);
    // The URL’s hash leads to the reason below it.
    await expectUncovered(heading);
    const main = page.getByRole('main');
    await expectUncovered(main.getByText(CONTACT.notSent.reasons.telefone));
    await expect(main.getByText(CONTACT.notSent.reasons.nome)).toBeHidden();
    for (const name of [/WhatsApp/, COMPANY.toEmail, /90000-0000/]) {
      await expectUncovered(main.getByRole('link', { name }).first());
    }
    await expectAccessible(page);
    await page.goBack();
    await expect(contact.field('name')).toHaveValue('Conceição');
    await expect(contact.field('message')).toHaveValue(/Meu computador não liga\./);
  });

  await test.step('the corrected message arrives, and the home page says so', async () => {
    await contact.field('phone').fill('(49) 99999-1234');
    await contact.submitButton.click();
    await expect(page).toHaveURL(/\/#mensagem-enviada$/);
    await expectUncovered(page.getByText('Mensagem Enviada!'));
    await expectAccessible(page);
    const mails = await expectMails(2);
    const texts = mails.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('Já troquei a tomada & nada.'));
    await page.goto('/#contato');
    await expect(page.getByText('Mensagem Enviada!')).toBeHidden();
  });
  await backend.stop();
  expect(await backend.ended).toBeUndefined();

  await test.step('a newcomer finds them later, and cannot start twice in one folder', async () => {
    const again = await start();
    expect(await again.query('select from contact_private.messages')).toHaveLength(2);
    await expect(start()).rejects.toThrow(/in use by process \d+/);
    await again.stop();
  });
});
