/**
 * Takes the pictures of the guide for editors (docs/guia-de-edicao.md): `npm run screenshots`. A step that no
 * longer works as the guide says fails here.
 */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { COLLECTIONS, contentOf } from '@site/test-support/frozen-content';
import { expect, test } from '@site/test-support/browser/fixtures';
import { GitHubApi } from './github-api.ts';
import {
  openEntry,
  openHistory,
  openPictures,
  patient,
  previewOf,
  signIn,
  unsavedItems,
  withPreview,
  WITH_EDITOR,
} from './session.ts';

const FOLDER = join(import.meta.dirname, '../guide');
/** What the site's own editors see, not the tests. */
const CONTENT = 'src/content';
const [first] = contentOf<{ list: { title: string } }>(COLLECTIONS.plans, CONTENT);
if (first === undefined) throw new Error('There is no plan.');
const [PLAN_ID, { list }] = first;
const PLAN = `plans/entries/${PLAN_ID}`;
const PRICE = 'R$ 149 por mês';

test.use({
  ...WITH_EDITOR,
  locale: 'pt-BR',
  deviceScaleFactor: 2,
  viewport: { width: 1024, height: 600 },
});
test.describe.configure({ timeout: 240_000 });

/** Saves what the screen shows, small enough for a page with ten of them. */
async function take(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'initial' });
  await sharp(png)
    .webp({ quality: 16, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`));
}

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const save = (page: Page): Locator => page.getByRole('button', { name: 'Salvar', exact: true });

test('the guide shows the editor as it is', async ({ page }) => {
  const github = new GitHubApi(test.info().outputPath('repository'), CONTENT);
  const built = github.head;
  await page.route('**/admin/commit.txt', (route) => route.fulfill({ body: built }));
  await page.goto('/admin/');
  await patient(page.getByRole('button', { name: 'Entrar Usando Token de Acesso' })).toBeVisible();
  // Only local addresses offer it.
  await page.getByRole('button', { name: 'Trabalhar com Repositório Local' }).evaluate((button) => {
    button.nextElementSibling?.remove();
    button.remove();
  });
  await take(page, 'entrar');

  await signIn(page, github, 'ana', withPreview);
  await page.goto('/admin/#/collections/plans');
  await patient(page.getByText(list.title)).toBeVisible();
  await take(page, 'lista');

  await openEntry(page, PLAN);
  await patient(previewOf(page).getByRole('main')).toBeVisible();
  await field(page, 'Preço').fill(PRICE);
  await patient(previewOf(page).getByRole('main')).toContainText('149');
  await take(page, 'campo-e-pagina');

  await field(page, 'Preço').fill(
    'A partir de R$ 99 por mês, com visita incluída e sem fidelidade',
  );
  await save(page).click();
  await patient(page.getByText(/máximo.*40|40 caracteres/).first()).toBeVisible();
  await take(page, 'recusado');

  await field(page, 'Preço').fill(PRICE.slice(0, -1));
  await field(page, 'Preço').pressSequentially(PRICE.slice(-1));
  await expect.poll(() => unsavedItems(page)).toBe(1);
  await page.reload();
  await patient(page.getByRole('button', { name: 'Restaurar' })).toBeVisible();
  await take(page, 'restaurar');
  await page.getByRole('button', { name: 'Restaurar' }).click();

  await openPictures(page);
  await take(page, 'imagem');
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();

  await page.clock.setFixedTime('2026-08-01T13:01:00Z');
  await save(page).click();
  await patient(page.locator('#site-news')).toContainText('a caminho');
  await take(page, 'a-caminho');
  await page.locator('#site-news').getByRole('button').click();

  await openHistory(page, PLAN);
  await take(page, 'historico');

  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicar' })).toBeVisible();
  await take(page, 'duplicar');
  await page.keyboard.press('Escape');

  await page.clock.setFixedTime('2026-08-01T15:00:00Z');
  await page.goto('/admin/#/collections/plans');
  await page.reload();
  await patient(page.locator('#site-news')).toContainText('não está sendo atualizado');
  await take(page, 'parado');
});
