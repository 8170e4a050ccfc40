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
const plans = contentOf<{ order: number; list: { title: string } }>(COLLECTIONS.plans, CONTENT);
const [first] = Array.from(plans).sort(([, a], [, b]) => a.order - b.order);
if (first === undefined) throw new Error('There is no plan.');
const [PLAN_ID, { list }] = first;
const PLAN = `plans/entries/${PLAN_ID}`;
const PRICE = 'R$ 149 por mês';

const SCREEN = { width: 1024, height: 600 };
const SCALE = 2;

test.use({ ...WITH_EDITOR, locale: 'pt-BR', deviceScaleFactor: SCALE, viewport: SCREEN });
test.describe.configure({ timeout: 240_000 });

/** A ring around a place, on the whole screen: it shows on the form, on blue buttons and on dark lines. */
function ringAround(box: { x: number; y: number; width: number; height: number }): Buffer {
  const { width, height } = SCREEN;
  const rect = (stroke: string): string =>
    `<rect x="${box.x - 5}" y="${box.y - 5}" width="${box.width + 10}" height="${box.height + 10}" rx="9" fill="none" ${stroke}/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SCALE * width}" height="${SCALE * height}" viewBox="0 0 ${width} ${height}">
      ${rect('stroke="#fff" stroke-width="6"')}${rect('stroke="#d1006c" stroke-width="3"')}</svg>`,
  );
}

/**
 * Saves what the screen shows, small enough for a page with ten of them.
 *
 * @param pressed what the guide's step tells to press
 */
async function take(page: Page, name: string, pressed?: Locator): Promise<void> {
  // The last step's good news would hide something; an error has a button, and is of this step.
  const news = page.locator('.toast').filter({ hasNot: page.getByRole('button') });
  await patient(news).toHaveCount(0);
  const box = await pressed?.boundingBox();
  const picture = sharp(await page.screenshot({ animations: 'disabled', caret: 'initial' }));
  if (box) picture.composite([{ input: ringAround(box) }]);
  await picture.webp({ quality: 30, effort: 6 }).toFile(join(FOLDER, `${name}.webp`));
}

/** In the middle of the form: an editor has scrolled to it. */
async function center(part: Locator): Promise<void> {
  await part.evaluate((it) => {
    it.scrollIntoView({ block: 'center' });
  });
}

const save = (page: Page): Locator => page.getByRole('button', { name: 'Salvar', exact: true });

test('the guide shows the editor as it is', async ({ page }) => {
  const github = new GitHubApi(CONTENT, test.info().outputPath('repository'));
  const built = github.head;
  await page.clock.setFixedTime('2026-08-01T12:50:00Z');
  await page.route('**/admin/commit.txt', (route) => route.fulfill({ body: built }));
  await page.goto('/admin/');
  const button = page.getByRole('button', { name: 'Entrar com o GitHub' });
  await patient(button).toBeVisible();
  // Only local addresses offer it.
  await page.getByRole('button', { name: 'Trabalhar com Repositório Local' }).evaluate((button) => {
    button.nextElementSibling?.remove();
    button.remove();
  });
  await take(page, 'entrar', button);

  await signIn(page, github, 'ana', withPreview);
  await page.goto('/admin/#/collections/plans');
  const plan = page.getByRole('row', { name: list.title });
  await patient(plan).toBeVisible();
  await take(page, 'lista', plan);

  await openEntry(page, PLAN);
  await patient(previewOf(page).getByRole('main')).toBeVisible();
  const price = page.getByRole('textbox', { name: 'Preço', exact: true });
  await price.fill(PRICE);
  await center(price);
  await patient(previewOf(page).getByRole('main')).toContainText('149');
  await take(page, 'campo-e-pagina', save(page));

  await price.fill('A partir de R$ 99 por mês, com visita incluída e sem fidelidade');
  await save(page).click();
  await patient(page.getByText(/máximo.*40|40 caracteres/).first()).toBeVisible();
  await center(price);
  await take(page, 'recusado', price.locator('xpath=ancestor::*[@data-field-type][1]'));

  await price.fill(PRICE.slice(0, -1));
  await price.pressSequentially(PRICE.slice(-1));
  await expect.poll(() => unsavedItems(page)).toBe(1);
  await page.reload();
  const restore = page.getByRole('button', { name: 'Restaurar' });
  await patient(restore).toBeVisible();
  await patient(previewOf(page).getByRole('main')).toBeVisible();
  await take(page, 'restaurar', restore);
  await restore.click();

  await openPictures(page);
  await take(page, 'imagem', page.getByRole('button', { name: 'Enviar' }));
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();

  await page.clock.setFixedTime('2026-08-01T13:01:00Z');
  await save(page).click();
  const news = page.locator('#site-news');
  await patient(news).toContainText('a caminho');
  await take(page, 'a-caminho');
  await news.getByRole('button').click();

  await openEntry(page, PLAN);
  await patient(previewOf(page).getByRole('main')).toContainText('149');
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  const duplicate = page.getByRole('menuitem', { name: 'Duplicar' });
  await expect(duplicate).toBeVisible();
  await take(page, 'duplicar', duplicate);
  await page.keyboard.press('Escape');

  const changes = await openHistory(page, PLAN);
  await changes.last().click();
  await patient(page.locator('#version')).toContainText('O formulário mostra a versão de');
  await patient(previewOf(page).getByRole('main')).not.toContainText('149');
  await changes.last().hover();
  await take(page, 'historico', save(page));

  await page.clock.setFixedTime('2026-08-01T15:00:00Z');
  await page.goto('/admin/#/collections/plans');
  await page.reload();
  await patient(news).toContainText('não está sendo atualizado');
  await take(page, 'parado', news.getByRole('link'));
});
