/** The real editor, on a repository of its own, from the first click to the built page. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
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

const NEW_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40"><circle cx="20" cy="20" r="18"/></svg>';

test.use(WITH_EDITOR);

/** Saves, and waits until the editor has written: it is back at its list only then. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectClosed(page);
}

test('the editor refuses what the check would refuse, says why, and takes what is corrected', async ({
  page,
}) => {
  const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  const price = page.getByRole('textbox', { name: 'Preço' });
  const title = page.getByRole('textbox', { name: 'Título', exact: true }).nth(1);
  await title.fill('🎉');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await patient(page.getByText('um nome com letras ou algarismos').first()).toBeVisible();
  await patient(title).toHaveAttribute('aria-invalid', 'true');

  // No single field tells of these.
  await title.fill('Plano de Suporte');
  await price.fill('**Sob** Consulta');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const refusal = page.getByRole('alertdialog');
  await patient(refusal).toContainText('este campo não aceita negrito; encontrado “**Sob**');
  await expect(refusal).not.toContainText('Tente novamente');
  await refusal.getByRole('button', { name: 'OK' }).click();
  await openEntry(page, '_singletons/entries/site');
  await page.getByRole('button', { name: /Adicionar .*Aviso/ }).click();
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Fechados para o Natal.');
  const [first, last] = [0, 1].map((index) => page.locator('input[type=date]').nth(index));
  await first?.fill('2026-12-24');
  await last?.fill('2026-12-20');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await patient(refusal).toContainText('um último dia que não venha antes do primeiro');
  await refusal.getByRole('button', { name: 'OK' }).click();
  await last?.fill('2026-12-26');
  await save(page);
  expect(github.read('pages/site.json')).toContain('"until": "2026-12-26"');
  expect(github.read('pages/site.json')).not.toContain('__sc_');
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

  const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  for (const [plan, name, mimeType, buffer, stored, width, height] of [
    ['tecnologia', 'Fachada (1).JPG', 'image/jpeg', jpeg, 'fachada-1.webp', 2160, 1620],
    ['midia-social', 'Balcão.HEIC', 'image/heic', heic, 'balcao.webp', 64, 48],
  ] as const) {
    await openEntry(page, `plans/entries/${plan}`);
    await replaceImage(page, { name, mimeType, buffer });
    await patient(page.getByText(stored)).toBeVisible();
    await save(page);
    expect(github.read(`plans/${plan}.md`)).toContain(`./${stored}`);
    const image = await sharp(join(github.contentFolder, 'plans', stored)).metadata();
    expect(image).toMatchObject({ format: 'webp', width, height });
  }
  expect(await checkContent(github.contentFolder)).toEqual([]);
});

test('what is edited, added and swapped in the editor passes the check, builds and shows', async ({
  page,
}) => {
  const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  // A mere date and a mere number stay texts.
  await page.getByRole('textbox', { name: 'Preço' }).fill('2026-12-24');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('2026');
  await save(page);

  await openEntry(page, 'plans/entries/midia-social');
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await page.getByRole('textbox', { name: 'Título', exact: true }).nth(1).fill('Plano Família');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Tecnologia para a Família');
  await save(page);

  await openEntry(page, 'clients/entries/serra-mel');
  const buffer = Buffer.from(NEW_LOGO);
  await replaceImage(page, { name: 'Logo Nóvo.svg', mimeType: 'image/svg+xml', buffer });
  await patient(page.getByText('logo-novo.svg')).toBeVisible();
  await save(page);

  await openEntry(page, '_singletons/entries/company');
  const number = page.getByRole('textbox', { name: 'Número' }).first();
  // As WhatsApp copies it.
  await number.fill('\u202A(49)\u00A099123-4567\u202C');
  await save(page);
  expect(github.read('company.json')).toContain('"(49) 99123-4567"');

  expect(await checkContent(github.contentFolder)).toEqual([]);
  const project = new ProjectCopy().create();
  cpSync(github.contentFolder, project.contentFolder, { recursive: true });
  project.build();
  const { url, stop } = await serveSite({ folder: project.siteFolder });
  await page.goto(`${url}/planos`);
  await expect(page.getByText('2026-12-24')).toBeVisible();
  await page.getByRole('link', { name: /Plano Família/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tecnologia para a Família');
  await expect(page).toHaveURL(`${url}/planos/plano-familia`);
  await page.goto(url);
  const image = await page.getByRole('img', { name: 'Serra Mel' }).first().getAttribute('src');
  const drawing = await page.request.get(new URL(image ?? '', url).href);
  expect(await drawing.text()).toContain('<circle');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: /99123-4567/ })).toBeVisible();
  await stop();
  project.remove();
});
