/** Two people edit the site, tokens expire, connections drop: nobody loses work, and the editor says why. */
import type { Locator, Page } from '@playwright/test';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expectConsoleErrors } from '@site/test-support/browser/console-errors';
import {
  expectChangePage,
  expectClosed,
  openHistory,
  patient,
  startEditor,
  WITH_EDITOR,
} from './session.ts';
import { expect, test } from '@site/test-support/browser/fixtures';

const ENTRY = 'plans/entries/tecnologia';
const FILE = 'plans/tecnologia.md';
const ENGLISH = /\b(?:the|is|now|failed|error|credentials)\b/i;

/** The editor logs each failed request and each refused save. */
const REFUSALS = [
  /^Failed to load resource: .* https:\/\/api\.github\.com\//,
  /^Failed to check the repository for changes\. /,
  /^TypeError: A conexão caiu\./,
  /^(?:\{status: 401, message|Error): Sua sessão no editor expirou\./,
  /^Error: Outra pessoa mudou o repositório/,
];

test.use(WITH_EDITOR);

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });

/** Saves, and returns the reason for the refusal. */
async function expectRefusal(page: Page, reason: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText(reason);
  expect(await dialog.innerText()).not.toMatch(ENGLISH);
  return dialog;
}

test('an editor is told who changed an item meanwhile, and why else a save failed', async ({
  page,
}) => {
  expectConsoleErrors(page, ...REFUSALS);
  const github = await startEditor(page, FROZEN_CONTENT, ENTRY);
  // The browser is in English, so the library would offer an English interface.
  await expect(page.getByRole('button', { name: /Change Language|Later/ })).toHaveCount(0);
  await field(page, 'Nome').fill('Suporte de Perto');

  await test.step('a colleague publishes a new price', async () => {
    github.write(FILE, github.read(FILE).replace('Sob Consulta', 'R$ 99 por mês'));
    const dialog = await expectRefusal(
      page,
      /Bruno\W mudou este item em \W1 de ago\. de 2026, 10:00/,
    );
    await expect(dialog).toContainText('as mudanças da outra pessoa se perdem');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    expect(github.read(FILE)).not.toContain('de Perto');
    await expect(field(page, 'Nome')).toHaveValue('Suporte de Perto');
    // The toolbar above the form offers the colleague's version.
    await page.getByRole('button', { name: 'Recarregar item' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Recarregar item' }).click();
    await expect(field(page, 'Preço')).toHaveValue('R$ 99 por mês');
    await field(page, 'Nome').fill('Suporte de Perto');
  });

  await test.step('the connection drops or the token expires, and the text stays', async () => {
    github.outage = (route) => route.abort();
    const offline = await expectRefusal(page, 'A conexão caiu. Confira a internet');
    await expect(offline).not.toContainText('Tente novamente mais tarde');
    await offline.getByRole('button', { name: 'OK' }).click();
    const message = 'Bad credentials';
    github.outage = (route) => route.fulfill({ status: 401, json: { message } });
    const expired = await expectRefusal(page, 'Recarregue a página e entre de novo');
    await expired.getByRole('button', { name: 'OK' }).click();
    github.outage = undefined;
    await expect(field(page, 'Nome')).toHaveValue('Suporte de Perto');
  });

  await test.step('a colleague saves a moment earlier', async () => {
    github.beforeCommit = () => {
      github.write('company.json', github.read('company.json').replace('SC', 'PR'));
    };
    const dialog = await expectRefusal(page, 'Outra pessoa mudou o repositório enquanto você');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectClosed(page);
    expect(github.read(FILE)).toContain('price: R$ 99 por mês');
    expect(github.read(FILE)).toContain('name: Suporte de Perto');
    expect(github.read('company.json')).toContain('PR');
  });

  await test.step('who changed the item, and what, is a click away', async () => {
    const changes = await openHistory(page, ENTRY);
    await expect(changes).toHaveText([/^\s*Ana/, /^\s*Bruno/, /^\s*Ana/]);
    const commit = /^https:\/\/github\.com\/empresa\/site\/commit\/[0-9a-f]{40}$/;
    await expectChangePage(page, changes.first(), commit);
  });
});
