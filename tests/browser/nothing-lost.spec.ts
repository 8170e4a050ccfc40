/** Two tabs, two people, and one person's ordinary day: the branch holds what each of them meant, in every file. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { checkContent } from '../../integrations/content/check.ts';
import { SITE_CONTENT } from '../../src/schemas/collections.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { collectConsoleErrors, expectConsoleErrors } from './support/console-errors.ts';
import {
  expectClosed,
  openEntry,
  patient,
  replaceImage,
  signIn,
  startEditor,
  WITH_EDITOR,
} from './support/editor.ts';
import { expect, test } from './support/fixtures.ts';
import type { GitHubApi } from './support/github-api.ts';
import type { RecordedEndpoint } from './support/recorded-endpoint.ts';

const TECHNOLOGY = 'plans/tecnologia.md';
const SOCIAL_MEDIA = 'plans/midia-social.md';

test.use(WITH_EDITOR);

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const position = (page: Page): Locator => page.getByRole('spinbutton', { name: 'Posição' });
/** What the editor itself says, apart from the library's dialogs. */
const said = (page: Page): Locator => page.locator('dialog[role=alertdialog]');
const entryOf = (file: string): string => file.replace(/(\/.*)\..*/, '/entries$1');
const open = (page: Page, file: string): Promise<void> => openEntry(page, entryOf(file));
const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Salvar', exact: true }).click();

async function save(page: Page): Promise<void> {
  await pressSave(page);
  await expectClosed(page);
}

async function choose(page: Page, option: 'Duplicar' | 'Excluir'): Promise<void> {
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByRole('menuitem', { name: option }).click();
}

async function pressDelete(page: Page, file: string): Promise<void> {
  await open(page, file);
  await choose(page, 'Excluir');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

async function duplicate(page: Page, file: string, name: string, title: string): Promise<void> {
  await open(page, file);
  await choose(page, 'Duplicar');
  const titles = field(page, name);
  await titles.last().fill(title);
}

/** Saves, and closes the library's dialog, which must give this reason. */
async function expectRefusal(page: Page, reason: string): Promise<void> {
  await pressSave(page);
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText(reason);
  await dialog.getByRole('button', { name: 'OK' }).click();
}

/** The files that people mean the branch to hold. */
class Meaning {
  readonly files: Record<string, string>;

  constructor(github: GitHubApi) {
    this.files = github.files();
  }

  change(file: string, from: string, to: string, copy = file): void {
    const { [file]: text = '' } = this.files;
    expect(text).toContain(from);
    this.files[copy] = text.replace(from, to);
  }

  delete(file: string): void {
    Reflect.deleteProperty(this.files, file);
  }
}

const drawing = (radius: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40"><circle cx="20" cy="20" r="${radius}"/></svg>`;

/** Chooses a drawing, and returns its name in the repository. */
async function choosePicture(page: Page, name: string, svg: string): Promise<string> {
  await replaceImage(page, { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  const [stem = ''] = name.split('.');
  const stored = page.getByText(new RegExp(`\\b${stem}-[0-9a-f]{6}\\.svg`));
  await patient(stored).toBeVisible();
  return (await stored.innerText()).replace(/.*\//, '').trim();
}

test('of two tabs, one writes: it takes over what the other commits, and takes nothing back', async ({
  page,
  context,
}) => {
  expectConsoleErrors(page, /^Error: Esta aba não grava/);
  const github = await startEditor(page, FROZEN_CONTENT, entryOf(TECHNOLOGY));
  const meant = new Meaning(github);
  const commit = Promise.withResolvers<undefined>();
  const inFlight = new Promise((resolve) => {
    github.beforeCommit = () => {
      resolve(undefined);
      return commit.promise;
    };
  });
  await field(page, 'Preço').fill('R$ 99 por mês');
  meant.change(TECHNOLOGY, 'Sob Consulta', 'R$ 99 por mês');
  await pressSave(page);
  await inFlight;

  const newer = await context.newPage();
  await newer.goto('/admin/');
  await patient(said(newer)).toContainText('O editor já está aberto em outra aba');
  await said(newer).getByRole('button', { name: 'Usar aqui' }).click();
  await expect(said(page)).toContainText('O editor passou para outra aba, e esta não grava mais.');
  const waiting = () =>
    newer.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));
  await expect.poll(waiting).toContain('editor-commit');
  const reloaded = newer.waitForEvent('load');
  commit.resolve(undefined);
  await reloaded;
  await expectClosed(page);
  await open(newer, TECHNOLOGY);
  await expect(field(newer, 'Preço')).toHaveValue('R$ 99 por mês');
  await field(newer, 'Nome').fill('Suporte de Perto');
  meant.change(TECHNOLOGY, 'Suporte em Tecnologia Avançado', 'Suporte de Perto');
  await save(newer);

  await test.step('the older tab writes nothing, and keeps what was typed', async () => {
    await said(page).getByRole('button').click();
    await open(page, TECHNOLOGY);
    await field(page, 'Preço').fill('R$ 10');
    await expectRefusal(page, 'Esta aba não grava, porque o editor está aberto em outra.');
    await expect(field(page, 'Preço')).toHaveValue('R$ 10');
  });

  await test.step('Escape leaves the other tab the one that writes', async () => {
    await page.reload();
    await patient(said(page)).toContainText('já está aberto');
    await page.keyboard.press('Escape');
    await open(page, SOCIAL_MEDIA);
    await field(page, 'Preço').fill('R$ 20');
    await expectRefusal(page, 'Para usar esta, recarregue a página');
    expect(github.files()).toEqual(meant.files);
  });

  await test.step('the popup of the sign-in asks nothing', async () => {
    const popup = page.waitForEvent('popup');
    await page.evaluate(() => open('/admin/', 'auth'));
    await patient((await popup).getByText('Dados da empresa')).toBeVisible();
    expect(await waiting()).not.toContain('editor');
    await (await popup).close();
  });

  await test.step('a tab that asks goes on by itself once the other is closed', async () => {
    await page.reload();
    await patient(said(page)).toContainText('já está aberto');
    const alone = page.waitForEvent('load');
    await newer.close();
    await alone;
    await open(page, TECHNOLOGY);
    await expect(field(page, 'Nome')).toHaveValue('Suporte de Perto');
    await field(page, 'Preço').fill('R$ 30');
    meant.change(TECHNOLOGY, 'R$ 99 por mês', 'R$ 30');
    await save(page);
  });
  expect(github.files()).toEqual(meant.files);
});

/** Content in which a plan's text links to another plan, and one service is left. */
function linkedContent(): string {
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  for (const name of ['consultoria-estrategica', 'solucoes-em-nuvem', 'software-sob-medida']) {
    rmSync(join(folder, 'services', `${name}.json`));
  }
  return folder;
}

/** A colleague's browser. */
async function bringIn(browser: Browser, endpoint: RecordedEndpoint, github: GitHubApi) {
  const context = await browser.newContext();
  const errors = await collectConsoleErrors(context, endpoint);
  const page = await context.newPage();
  await signIn(page, github, 'bruno');
  return { page, errors };
}

test('of two people, neither loses a file or takes one back; each refusal names the item and what to do', async ({
  page: ana,
  browser,
  endpoint,
}) => {
  const github = await startEditor(ana, linkedContent(), entryOf(TECHNOLOGY));
  const { page: bruno, errors } = await bringIn(browser, endpoint, github);
  for (const page of [ana, bruno]) expectConsoleErrors(page, /^Error: (?:Outra pessoa|“)/);
  const meant = new Meaning(github);
  const expectMeant = (): void => {
    expect(github.files()).toEqual(meant.files);
  };

  await test.step('a position and a price of two plans, saved from what both read earlier', async () => {
    await open(bruno, SOCIAL_MEDIA);
    await field(bruno, 'Preço').fill('R$ 50');
    await position(ana).fill('3');
    await save(ana);
    await save(bruno);
    await open(ana, SOCIAL_MEDIA);
    await position(ana).fill('');
    await save(ana);
    meant.change(TECHNOLOGY, 'order: 1', 'order: 3');
    meant.change(SOCIAL_MEDIA, 'Sob Consulta', 'R$ 50');
    meant.change(SOCIAL_MEDIA, 'order: 2\n', '');
    expectMeant();
  });

  await test.step('a deletion touches no other item', async () => {
    await open(ana, 'clients/serra-mel.json');
    await field(ana, 'Nome do cliente').fill('Serra e Mel');
    await pressDelete(bruno, 'clients/padaria-vo-antonio.json');
    await expectClosed(bruno);
    await save(ana);
    meant.delete('clients/padaria-vo-antonio.json');
    meant.change('clients/serra-mel.json', 'Serra Mel', 'Serra e Mel');
    expectMeant();
  });

  await test.step('equal titles', async () => {
    await duplicate(ana, SOCIAL_MEDIA, 'Título', 'Plano Família');
    await duplicate(bruno, SOCIAL_MEDIA, 'Título', 'Plano Família');
  });
  expect(errors).toEqual([]);
});
