/** The editor's preview: the site's own pages with what has just been typed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { FrameLocator, Page } from '@playwright/test';
import sharp from 'sharp';
import { serveSite, type SiteServer } from '../../local/site-server.ts';
import { ProjectCopy } from '../../scripts/project-copy.ts';
import { expect, test } from './support/fixtures.ts';
import { settle } from './support/page.ts';
import { seedRepository } from './support/test-repository.ts';

const TIMEOUT_MS = 180_000;
/** The editor is two megabytes of script, on a machine that may be busy. */
const EDITOR_TIMEOUT_MS = 30_000;
const patient = expect.configure({ timeout: EDITOR_TIMEOUT_MS });

/** The editor only draws the fields that are in view, and here all are. */
const EDITOR = { width: 1280, height: 5000 };
/** Half of it is a desktop's width; a page shows from its top to its foot. */
const GALLERY = { width: 3200, height: 9000 };
/** Edges of letters, where a picture is drawn from a file or from the page itself. */
const MAX_DIFFERENT_PIXELS = 100;
/** What the eye tells apart, of 255. */
const VISIBLE_DIFFERENCE = 32;

const RICH_TEXT = `## Tudo o que um texto pode ter

**Negrito**, *itálico*, "aspas", d'água -- e um [link](/planos).

### Listas

- Um
- Dois

1. Primeiro

> Uma citação.

| Plano | Preço |
| --- | --- |
| Um | Dois |
`;

// One worker, so one build; and this file builds and serves a site of its own.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: '', actionTimeout: EDITOR_TIMEOUT_MS, viewport: EDITOR });

const project = new ProjectCopy();
let server: SiteServer | undefined;

test.beforeAll(async () => {
  test.setTimeout(TIMEOUT_MS);
  project.create();
  const photo = sharp({ create: { width: 640, height: 480, channels: 3, background: '#b5651d' } });
  await photo.jpeg().toFile(join(project.contentFolder, 'plans/foto.jpg'));
  const plan = join(project.contentFolder, 'plans/midia-social.md');
  const [, front = ''] = readFileSync(plan, 'utf8').split(/^---$/m);
  writeFileSync(plan, `---${front.replace('midia-social.svg', 'foto.jpg')}---\n\n${RICH_TEXT}`);
  project.build({ CMS_BACKEND: 'test-repo' });
  server = await serveSite({ folder: project.siteFolder });
});

test.afterAll(async () => {
  await server?.stop();
  project.remove();
});

const urlOf = (path: string): string => `${server?.url ?? ''}${path}`;
const paneOf = (page: Page): FrameLocator => page.locator('iframe').contentFrame();
const previewOf = (page: Page): FrameLocator => paneOf(page).locator('iframe').contentFrame();

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(urlOf('/robots.txt'));
  await seedRepository(page, project.contentFolder);
  await page.goto(urlOf('/admin/'));
  await page.getByRole('button', { name: 'Trabalhar com Repositório de Teste' }).click();
  await patient(page.getByText('Dados da empresa')).toBeVisible();
});

async function openEntry(page: Page, entry: string): Promise<void> {
  // A page of its own, untouched by the last one's way back to its list.
  await page.goto('about:blank');
  await page.goto(urlOf(`/admin/#/collections/${entry}`));
  await patient(previewOf(page).getByRole('main')).toBeVisible();
}

async function choose(page: Page, label: string): Promise<void> {
  await paneOf(page).getByLabel(label, { exact: true }).check();
}

test('what an editor writes in a field shows on the page at once', async ({ page }) => {
  test.setTimeout(TIMEOUT_MS);
  const preview = previewOf(page);

  await openEntry(page, '_singletons/entries/home');
  await page.getByRole('textbox', { name: 'Título', exact: true }).first().fill('Uma Frase Nova');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Uma Frase Nova');
  await page.getByRole('textbox', { name: 'Abertura' }).fill('Um parágrafo novo.');
  await expect(preview.getByText('Um parágrafo novo.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Título da página' }).fill('Nome na busca');
  await expect(paneOf(page).getByText('Nome na busca')).toBeVisible();

  await openEntry(page, '_singletons/entries/company');
  await page.getByRole('switch', { name: 'É WhatsApp' }).first().click();
  await page.getByRole('switch', { name: 'É WhatsApp' }).nth(1).click();
  const second = preview.getByRole('definition').filter({ hasText: '3000-0000' });
  await expect(second).toContainText('WhatsApp');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Paraná' }).click();
  await expect(preview.getByRole('contentinfo')).toContainText('Lages – PR');

  await openEntry(page, 'plans/entries/tecnologia');
  await page.getByRole('textbox', { name: 'Texto da página' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Digitado agora.');
  await expect(preview.getByText('Digitado agora.')).toBeVisible();
  await choose(page, 'Lista de planos');
  await page.getByRole('textbox', { name: 'Vantagem' }).first().fill('Uma vantagem nova');
  await expect(preview.getByText('Uma vantagem nova')).toBeVisible();
  await choose(page, 'Página inicial');
  await page.getByRole('textbox', { name: 'Título', exact: true }).first().fill('Plano do Bairro');
  await expect(preview.getByRole('link', { name: /Plano do Bairro/ })).toBeVisible();

  await openEntry(page, 'clients/entries/serra-mel');
  await page.getByRole('button', { name: 'Substituir imagem' }).click();
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="77" height="40"/>');
  const logo = { name: 'novo.svg', mimeType: 'image/svg+xml', buffer };
  await page.locator('input[type=file]').last().setInputFiles(logo);
  await page.getByRole('button', { name: 'Inserir' }).click();
  await expect(preview.getByRole('img', { name: 'Serra Mel' })).toHaveAttribute('width', '77');
});

test('a new plan shows from its first word', async ({ page }) => {
  await openEntry(page, 'plans/new');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Plano Família');
  await expect(previewOf(page).getByRole('heading', { level: 1 })).toHaveText('Plano Família');
  await page.getByRole('textbox', { name: 'Título', exact: true }).nth(1).fill('Plano Lar');
  await choose(page, 'Lista de planos');
  await expect(previewOf(page).getByRole('heading', { name: 'Plano Lar' })).toBeVisible();
});

test('a text that is too long is named, and framed on the page', async ({ page }) => {
  await openEntry(page, '_singletons/entries/home');
  const text = 'Uma frase que não acaba nunca '.repeat(3).trim();
  await page.getByRole('textbox', { name: 'Título', exact: true }).first().fill(text);
  await expect(paneOf(page).getByRole('status')).toContainText('no máximo 80 caracteres');
  const heading = previewOf(page).getByRole('heading', { level: 1 });
  await expect(heading).toHaveCSS('outline-style', 'dashed');
});

test('a page that outgrows its budget says so', async ({ page }) => {
  await openEntry(page, 'plans/entries/tecnologia');
  await expect(paneOf(page).getByRole('status')).toBeEmpty();
  await page.getByRole('textbox', { name: 'Texto da página' }).click();
  const words = Array.from({ length: 4000 }, (_, index) => ((index * 7919) % 99_991).toString(36));
  await page.keyboard.insertText(words.join(' '));
  await expect(paneOf(page).getByRole('status')).toContainText('Esta página ficaria com cerca de');
});

test('the pane is accessible', async ({ page }) => {
  await openEntry(page, 'plans/entries/tecnologia');
  const { violations } = await new AxeBuilder({ page }).include(['iframe', '.pane']).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

const LOOKS = [
  { tela: 'Celular', width: 360, cores: 'Claro', colorScheme: 'light' },
  { tela: 'Computador', width: 1440, cores: 'Escuro', colorScheme: 'dark' },
] as const;

const PAGES = [
  ['_singletons/entries/home', 'Página inicial', '/'],
  ['_singletons/entries/planList', 'Lista de planos', '/planos'],
  ['plans/entries/midia-social', 'Página do plano', '/planos/midia-social'],
] as const;

async function differentPixels(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
  );
  if (a?.length !== b?.length) return Infinity;
  const different = new Set<number>();
  a?.forEach((value, index) => {
    const difference = Math.abs(value - (b?.[index] ?? 0));
    if (difference > VISIBLE_DIFFERENCE) different.add(Math.trunc(index / 3));
  });
  return different.size;
}

/** The frame on whole pixels: the editor's own layout ends between two. */
async function pictureOfPreview(page: Page): Promise<Buffer> {
  const box = await paneOf(page).locator('iframe').boundingBox();
  if (!box) throw new Error('There is no preview.');
  return page.screenshot({ clip: { ...box, y: Math.round(box.y) }, animations: 'disabled' });
}

for (const [entry, pagina, path] of PAGES) {
  test(`the preview of ${path} looks like the page`, async ({ page, context }) => {
    await page.setViewportSize(GALLERY);
    await openEntry(page, entry);
    for (const { tela, width, cores, colorScheme } of LOOKS) {
      for (const label of [pagina, tela, cores]) await choose(page, label);
      const built = await context.newPage();
      await built.emulateMedia({ reducedMotion: 'reduce', colorScheme });
      await built.goto(urlOf(path));
      await settle(built);
      const countDifferences = async (): Promise<number> => {
        const preview = await pictureOfPreview(page);
        const { height } = await sharp(preview).metadata();
        await built.setViewportSize({ width, height });
        return differentPixels(preview, await built.screenshot({ animations: 'disabled' }));
      };
      await patient.poll(countDifferences).toBeLessThan(MAX_DIFFERENT_PIXELS);
      await built.close();
    }
  });
}
