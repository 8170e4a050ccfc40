/** Two people edit the site, and each can see what the other did. */
import type { Locator, Page } from '@playwright/test';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
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

test.use(WITH_EDITOR);

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });

test('an editor is told who changed an item meanwhile, and can take it over', async ({ page }) => {
  const github = await startEditor(page, FROZEN_CONTENT, ENTRY);
  // The browser is in English, so the library would offer an English interface.
  await expect(page.getByRole('button', { name: /Change Language|Later/ })).toHaveCount(0);
  await field(page, 'Nome').fill('Suporte de Perto');

  // A colleague publishes a new price.
  github.write(FILE, github.read(FILE).replace('Sob Consulta', 'R$ 99 por mês'));
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText('as mudanças da outra pessoa se perdem');
  expect(await dialog.innerText()).not.toMatch(ENGLISH);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(github.read(FILE)).not.toContain('de Perto');
  await expect(field(page, 'Nome')).toHaveValue('Suporte de Perto');
  // The toolbar above the form offers the colleague's version.
  await page.getByRole('button', { name: 'Recarregar item' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Recarregar item' }).click();
  await expect(field(page, 'Preço')).toHaveValue('R$ 99 por mês');
  await field(page, 'Nome').fill('Suporte de Perto');

  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectClosed(page);
  expect(github.read(FILE)).toContain('price: R$ 99 por mês');
  expect(github.read(FILE)).toContain('name: Suporte de Perto');

  // Who changed the item, and what, is a click away.
  const changes = await openHistory(page, ENTRY);
  await expect(changes).toHaveText([/^\s*Ana/, /^\s*Bruno/, /^\s*Ana/]);
  const commit = /^https:\/\/github\.com\/empresa\/site\/commit\/[0-9a-f]{40}$/;
  await expectChangePage(page, changes.first(), commit);
});
