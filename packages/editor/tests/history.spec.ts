/** One click back: an earlier version of an item, and an item that is gone. */
import { cpSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { replaceExamples } from '@site/test-support/complete-content';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, expectNoFaults, expectUncovered, test } from '@site/test-support/browser/fixtures';
import {
  expectClosed,
  openEntry,
  openHistory,
  patient,
  previewOf,
  startEditor,
  unsavedItems,
  WITH_EDITOR,
  withPreview,
} from './session.ts';

const PLAN = 'plans/tecnologia.md';
const ENTRY = 'plans/entries/tecnologia';

test.use(WITH_EDITOR);

/** The content of a company, whose drawings are its own: those of the example may not come back. */
function companyContent(): string {
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  replaceExamples(folder);
  return folder;
}

const line = (page: Page) => page.locator('#version');
const back = (page: Page) => line(page).getByRole('button', { name: 'Voltar a esta versão' });

test('a page that somebody spoilt goes back to what it was, with its picture, in two clicks', async ({
  page,
}) => {
  const github = await startEditor(page, companyContent(), ENTRY, withPreview);
  const original = github.read(PLAN);
  const [, picture = ''] = /\.\/([\w-]+\.\w+)/.exec(original) ?? [];
  const bytes = github.read(`plans/${picture}`);
  github.write('plans/outra.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  github.write(PLAN, original.replace('Sob Consulta', 'R$ 1').replace(picture, 'outra.svg'));
  github.write(`plans/${picture}`);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Preço' })).toHaveValue('R$ 1');

  const changes = await openHistory(page, ENTRY);
  await changes.last().click();
  await patient(line(page)).toContainText(
    'A prévia mostra como estava: Ana, 1 de ago. de 2026, 09:00',
  );
  const shown = previewOf(page).getByRole('main');
  await patient(shown).toContainText('Sob Consulta');
  await expect(shown.locator('img').first()).not.toHaveJSProperty('naturalWidth', 0);
  await expectUncovered(back(page));
  await expectNoFaults(page, ['#version']);
  await expect(line(page).getByRole('link')).toHaveAttribute(
    'href',
    /\/empresa\/site\/commit\/\w{40}$/,
  );
  await changes.first().click();
  await patient(line(page)).toContainText('Bruno, 1 de ago. de 2026, 11:00');
  await expect(back(page)).toBeHidden();
  await patient(shown).toContainText('R$ 1');

  await changes.last().click();
  await patient(line(page)).toContainText('Ana');
  github.write(PLAN, github.read(PLAN).replace('R$ 1', 'R$ 2'));
  await back(page).click();
  const refusal = page.getByRole('alertdialog');
  await patient(refusal).toContainText('Bruno mudou este item há pouco.');
  await refusal.getByRole('button').click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByText('Histórico deste item').click();
  await changes.last().click();
  await patient(line(page)).toContainText('Ana');
  await expectUncovered(back(page));
  await back(page).click();
  await patient.poll(() => github.read(PLAN)).toBe(original);
  await expect(line(page)).toBeHidden();
  await patient(page.getByRole('textbox', { name: 'Preço' })).toHaveValue('Sob Consulta');
  expect(github.read(PLAN)).toBe(original);
  expect(github.read(`plans/${picture}`)).toBe(bytes);
});

test('an item that somebody deleted comes back from the bin, with its picture', async ({
  page,
}) => {
  const github = await startEditor(page, companyContent(), 'clients/entries/serra-mel');
  const before = github.files();
  const clients = Object.keys(before).filter((file) => /^clients.*json$/.test(file)).length;
  await expect(page.getByRole('button', { name: 'Lixeira' })).toBeHidden();
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expectClosed(page);
  expect(github.files()).not.toEqual(before);
  await page.getByRole('button', { name: 'Lixeira' }).click();
  const bin = page.getByRole('dialog', { name: 'Lixeira' });
  await patient(bin.getByRole('listitem')).toContainText(
    /^Clientes: “Cliente de Verdade”, excluído por Ana, 1 de/,
  );
  await expectNoFaults(page, ['#deleted']);
  await bin.getByRole('button', { name: 'Trazer de volta' }).click();
  await patient(page.getByRole('row')).toHaveCount(clients);
  expect(github.files()).toEqual(before);
  await page.getByRole('button', { name: 'Lixeira' }).click();
  await expect(bin.getByRole('listitem')).toHaveCount(0);
  await openEntry(page, ENTRY);
});

test('also without a preview, a form of before a colleague’s change says so at the first letter, and otherwise nothing', async ({
  page,
}) => {
  const github = await startEditor(page, FROZEN_CONTENT, ENTRY);
  const older = line(page);
  const name = page.getByRole('textbox', { name: 'Nome', exact: true });
  await name.pressSequentially('!');
  await expect.poll(() => unsavedItems(page)).toBe(1);
  github.write(PLAN, github.read(PLAN).replace('Sob Consulta', 'R$ 149'));
  await page.reload();
  await openEntry(page, ENTRY);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar' }).click();
  await expect(name).toHaveValue(/^!/);
  await expect(older).toBeHidden();
  await name.pressSequentially('?');
  await patient(older).toContainText(
    /Bruno mudou isto (?:há|em) \d+ .*, e o formulário é de antes/,
  );
  await expectUncovered(older.getByRole('button', { name: 'Fechar' }));
  await expectNoFaults(page, ['#version']);
  await openEntry(page, 'plans/entries/midia-social');
  await expect(older).toBeHidden();
  await expect(name).toHaveValue(/Mídia Social/);
  const asked = page.waitForResponse(/graphql/);
  await name.pressSequentially('!');
  await asked;
  await expect(older).toBeHidden();
});
