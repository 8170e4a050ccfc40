/** One click back: an earlier version of an item, and an item that is gone. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { replaceExamples } from '@site/test-support/complete-content';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, expectNoFaults, expectUncovered, test } from '@site/test-support/browser/fixtures';
import {
  expectClosed,
  openHistory,
  patient,
  previewOf,
  startEditor,
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

/** What an editor sees of a version that the form does not show. */
async function expectGitHub(page: Page, version: Locator): Promise<void> {
  await page.context().route('https://github.com/**', (route) => route.fulfill({ body: '' }));
  const opened = page.waitForEvent('popup');
  await version.click();
  expect((await opened).url()).toMatch(/\/empresa\/site\/commit\/\w{40}$/);
  await (await opened).close();
}

const line = (page: Page) => page.locator('#version');
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();

test('an earlier version of an item goes into the form, with its picture, and is saved like any other change', async ({
  page,
}) => {
  const folder = companyContent();
  const original = readFileSync(join(folder, PLAN), 'utf8');
  // The site had another field then.
  const former = original.replace('---\n', '---\nslogan: Antigo\n').replace('\n\n', '\n\nAntes. ');
  writeFileSync(join(folder, PLAN), former);
  const github = await startEditor(page, folder, ENTRY, withPreview);
  const [, picture = ''] = /\.\/([\w-]+\.\w+)/.exec(original) ?? [];
  const bytes = github.read(`plans/${picture}`);
  github.write('plans/outra.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  github.write(PLAN, original.replace('price: Sob Consulta', 'price:\n    de: R$ 1'));
  github.write(PLAN, original.replace('Sob Consulta', 'R$ 1').replace(picture, 'outra.svg'));
  github.write(`plans/${picture}`);
  await page.reload();
  const price = page.getByRole('textbox', { name: 'Preço' });
  await expect(price).toHaveValue('R$ 1');

  const changes = await openHistory(page, ENTRY);
  await expectGitHub(page, changes.nth(1));
  const form = await page.evaluateHandle(() => openForm);
  // As another release of the library may have it.
  await page.evaluate((it) => (openForm = it && { ...it, files: [] as never }), form);
  await expectGitHub(page, changes.last());
  await page.evaluate((it) => (openForm = it), form);
  await expect(line(page)).toBeHidden();
  await changes.last().click();
  await patient(line(page)).toHaveText(
    /O formulário mostra a versão de Ana, de 1º de agosto(?: de 2026)? às 09:00. Confira e salve/,
  );
  await expect(price).toHaveValue('Sob Consulta');
  const shown = previewOf(page).getByRole('main');
  await patient(shown).toContainText('Sob Consulta');
  await patient(shown).toContainText('Antes.');
  await expect(shown.locator('img').first()).not.toHaveJSProperty('naturalWidth', 0);
  await expectNoFaults(page, ['#version']);
  await expectUncovered(line(page).getByRole('button', { name: 'Fechar' }));
  await expect(line(page).getByRole('link')).toHaveAttribute(
    'href',
    /\/empresa\/site\/commit\/\w{40}$/,
  );
  await changes.first().click();
  await patient(line(page)).toContainText(/Bruno, de 1º de agosto.* às 12:00/);
  await expect(line(page)).not.toContainText('salve');
  await expect(price).toHaveValue('R$ 1');

  await changes.last().click();
  await expect(price).toHaveValue('Sob Consulta');
  await price.fill('R$ 5');
  await patient(shown).toContainText('R$ 5');
  // What somebody has typed since is not lost without asking.
  const asked = page.waitForEvent('dialog');
  await changes.first().click();
  await (await asked).dismiss();
  await expect(price).toHaveValue('R$ 5');
  github.write(PLAN, github.read(PLAN).replace('R$ 1', 'R$ 149'));
  await save(page);
  const question = page.getByRole('alertdialog');
  await patient(question).toContainText('Bruno');
  expect(github.read(PLAN)).toContain('R$ 149');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByText('Histórico deste item').click();
  await changes.last().click();
  await patient(line(page)).toContainText('Ana');
  await expectUncovered(page.getByRole('button', { name: 'Salvar', exact: true }));
  await save(page);
  await expectClosed(page);
  await expect(line(page)).toBeHidden();
  expect(github.read(PLAN)).toBe(former.replace('slogan: Antigo\n', ''));
  expect(github.read(`plans/${picture}`)).toBe(bytes);
});

test('an item that somebody deleted comes back from the bin, with its picture', async ({
  page,
}) => {
  const github = await startEditor(page, companyContent(), 'clients/entries/serra-mel');
  const before = github.files();
  const clients = Object.keys(before).filter((file) => /^clients.*json$/.test(file)).length;
  const openBin = page.getByRole('button', { name: 'Lixeira' });
  await expect(openBin).toBeHidden();
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expectClosed(page);
  expect(github.files()).not.toEqual(before);
  await openBin.click();
  const bin = page.getByRole('dialog', { name: 'Lixeira' });
  await patient(bin.getByRole('listitem')).toContainText(
    /^Clientes: “Cliente de Verdade”, excluído por Ana em 1º de agosto/,
  );
  await expectNoFaults(page, ['#deleted']);
  const bringBack = bin.getByRole('button', { name: 'Trazer de volta' });
  await bringBack.click();
  await patient(page.getByRole('row')).toHaveCount(clients);
  expect(github.files()).toEqual(before);
  await openBin.click();
  await expect(bin.getByRole('listitem')).toHaveCount(0);
  await bin.press('Escape');
  // A picture that comes while the bin is open stays.
  const [file, picture] = ['clients/serra-mel.json', 'clients/serra-mel.svg'];
  for (const gone of [file, picture]) github.write(gone);
  await openBin.click();
  await patient(bin.getByRole('listitem')).toHaveCount(1);
  const newer =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  github.write(file, before[file]);
  await bringBack.click();
  const answer = page.getByRole('alertdialog');
  await expect(answer).toHaveText(/^Este item já está de volta: recarregue a página\.Entendi$/);
  await answer.getByRole('button').click();
  github.write(file);
  github.write(picture, newer);
  const reloaded = page.waitForEvent('load');
  await bringBack.click();
  await reloaded;
  expect(github.files()).toEqual({ ...before, [picture]: newer });
});
