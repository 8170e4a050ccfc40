/** The real editor, on its test repository, from the first click to the built page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { serveSite } from '../../local/site-server.ts';
import { ProjectCopy } from '../../scripts/project-copy.ts';
import { checkContent } from '../../src/content-check/check.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import {
  expectClosed,
  openEntry,
  patient,
  replaceImage,
  startEditor,
  WITH_EDITOR,
} from './support/editor.ts';
import { expect, test } from './support/fixtures.ts';
import { checkOutRepository, readFromRepository } from './support/test-repository.ts';

const TIMEOUT_MS = 180_000;
const NEW_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40"><circle cx="20" cy="20" r="18"/></svg>';

test.use(WITH_EDITOR);

/** Saves, and waits until the editor has written: it is back at its list only then. */
async function save(page: Page, file: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectClosed(page);
  expect(await readFromRepository(page, file)).toContain(text);
}

/** Types into a field, and expects the form to refuse it with these words as somebody saves. */
async function expectRefused(page: Page, field: Locator, text: string, message: string) {
  await field.fill(text);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await patient(page.getByText(message).first()).toBeVisible();
  await patient(field).toHaveAttribute('aria-invalid', 'true');
}

test.describe('in a browser that speaks English', () => {
  test.use({ locale: 'en-US' });

  test('the editor speaks Portuguese', async ({ page }) => {
    await page.goto('/admin/');
    await patient(
      page.getByRole('button', { name: 'Trabalhar com Repositório de Teste' }),
    ).toBeVisible();
  });
});

test('texts that are a mere date or a mere number stay texts', async ({ page }) => {
  await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  await page.getByRole('textbox', { name: 'Preço' }).fill('2026-12-24');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('2026');
  await save(page, 'plans/tecnologia.md', 'price: 2026-12-24');

  const folder = test.info().outputPath('content');
  await checkOutRepository(page, folder);
  expect(await checkContent(folder)).toEqual([]);
});

test('the editor refuses what the check would refuse, and says why', async ({ page }) => {
  await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  const price = page.getByRole('textbox', { name: 'Preço' });
  await expectRefused(page, price, '**Sob** Consulta', 'este campo não aceita negrito');

  // No single field tells of this one.
  await openEntry(page, '_singletons/entries/company');
  await page.getByRole('switch', { name: 'É WhatsApp' }).nth(1).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await patient(page.getByRole('alertdialog')).toContainText('exatamente um telefone marcado');
  expect(await readFromRepository(page, 'company.json')).toContain('"whatsapp": false');
});

test('a notice is added with its days, of which the last may not come first', async ({ page }) => {
  await startEditor(page, FROZEN_CONTENT, '_singletons/entries/site');
  await page.getByRole('button', { name: /Adicionar .*Aviso/ }).click();
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Fechados para o Natal.');
  const [first, last] = [0, 1].map((index) => page.locator('input[type=date]').nth(index));
  await first?.fill('2026-12-24');
  await last?.fill('2026-12-20');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const refusal = page.getByRole('alertdialog');
  await patient(refusal).toContainText('um último dia que não venha antes do primeiro');
  await refusal.getByRole('button', { name: 'OK' }).click();
  await last?.fill('2026-12-26');
  await save(page, 'pages/site.json', '"until": "2026-12-26"');
  expect(await readFromRepository(page, 'pages/site.json')).not.toContain('__sc_');
});

test('photos of a phone, of 6 MB or as HEIC, are stored small under names that fit a URL', async ({
  page,
}) => {
  const camera = { width: 4032, height: 3024, channels: 3, background: 'gray' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 3 } as const;
  const jpeg = await sharp({ create: { ...camera, noise } })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(jpeg.length).toBeGreaterThan(6_000_000);
  const heic = readFileSync(join(import.meta.dirname, 'support/iphone.heic'));
  const folder = test.info().outputPath('content');

  await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  for (const [plan, name, mimeType, buffer, stored, width, height] of [
    ['tecnologia', 'Fachada (1).JPG', 'image/jpeg', jpeg, 'fachada-1.webp', 2160, 1620],
    ['midia-social', 'Balcão.HEIC', 'image/heic', heic, 'balcao.webp', 64, 48],
  ] as const) {
    await openEntry(page, `plans/entries/${plan}`);
    await replaceImage(page, { name, mimeType, buffer });
    await patient(page.getByText(stored)).toBeVisible();
    await save(page, `plans/${plan}.md`, `./${stored}`);
    await checkOutRepository(page, folder);
    const image = await sharp(join(folder, 'plans', stored)).metadata();
    expect(image).toMatchObject({ format: 'webp', width, height });
  }
  expect(await checkContent(folder)).toEqual([]);
});

test('what is edited, added and swapped in the editor passes the check, builds and shows', async ({
  page,
}) => {
  test.setTimeout(TIMEOUT_MS);
  await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  await page.getByRole('textbox', { name: 'Preço' }).fill('A partir de R$ 99');
  await save(page, 'plans/tecnologia.md', 'A partir de R$ 99');

  await openEntry(page, 'plans/entries/midia-social');
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await page.getByRole('textbox', { name: 'Título', exact: true }).nth(1).fill('Plano Família');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Tecnologia para a Família');
  await save(page, 'plans/plano-familia.md', 'Tecnologia para a Família');

  await openEntry(page, 'clients/entries/serra-mel');
  const buffer = Buffer.from(NEW_LOGO);
  const logo = { name: 'Logo Nóvo.svg', mimeType: 'image/svg+xml', buffer };
  await replaceImage(page, logo);
  await patient(page.getByText('logo-novo.svg')).toBeVisible();
  await save(page, 'clients/serra-mel.json', './logo-novo.svg');

  await openEntry(page, '_singletons/entries/company');
  const number = page.getByRole('textbox', { name: 'Número' }).first();
  // As WhatsApp copies it.
  await number.fill('\u202A(49)\u00A099123-4567\u202C');
  await save(page, 'company.json', '"(49) 99123-4567"');

  const project = new ProjectCopy().create();
  await checkOutRepository(page, project.contentFolder);
  expect(await checkContent(project.contentFolder)).toEqual([]);
  project.build();
  const { url, stop } = await serveSite({ folder: project.siteFolder });
  await page.goto(`${url}/planos`);
  await expect(page.getByText('A partir de R$ 99')).toBeVisible();
  await page.getByRole('link', { name: /Plano Família/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tecnologia para a Família');
  await page.goto(url);
  const image = await page.getByRole('img', { name: 'Serra Mel' }).first().getAttribute('src');
  const drawing = await page.request.get(new URL(image ?? '', url).href);
  expect(await drawing.text()).toContain('<circle');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: /99123-4567/ })).toBeVisible();
  await stop();
  project.remove();
});
