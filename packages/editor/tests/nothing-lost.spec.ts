/** Ways back to unsaved work, and an ordinary day: the branch holds what each person meant, in every file. */
import type { Locator, Page } from '@playwright/test';
import { checkFolder } from '@site/content/folder';
import { FROZEN_CONTENT, SITE_CONTENT } from '@site/test-support/frozen-content';
import { expectConsoleErrors } from '@site/test-support/browser/console-errors';
import {
  chooseDrawing,
  expectClosed,
  openEntry,
  patient,
  startEditor,
  unsavedItems,
  WITH_EDITOR,
} from './session.ts';
import { expect, test } from '@site/test-support/browser/fixtures';
import type { GitHubApi } from './github-api.ts';

const TECHNOLOGY = 'plans/tecnologia.md';

test.use(WITH_EDITOR);

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const entryOf = (file: string): string =>
  file.replace('text-pages', 'textPages').replace(/(\/.*)\..*/, '/entries$1');
const open = (page: Page, file: string): Promise<void> => openEntry(page, entryOf(file));
const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Salvar', exact: true }).click();

async function save(page: Page): Promise<void> {
  await pressSave(page);
  await expectClosed(page);
}

async function choose(
  page: Page,
  option: 'Duplicar' | 'Excluir' | 'Reverter Todas as Alterações',
): Promise<void> {
  await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
  await page.getByRole('menuitem', { name: option }).click();
}

/** Saves; the library says why not, or that an item was changed or deleted meanwhile, and asks. */
async function expectAnswer(
  page: Page,
  words: string | RegExp,
  answer = 'Cancelar',
): Promise<void> {
  await pressSave(page);
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText(words);
  expect(await dialog.innerText()).not.toMatch(/\b(?:the|is|now|failed|error|credentials)\b/i);
  await dialog.getByRole('button', { name: answer }).click();
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

/** The library logs each request that fails, and each refused commit. */
const LOST_REQUESTS = [
  /^Failed to load resource: .* https:\/\/api\.github\.com\//,
  /^TypeError: A conexão caiu\./,
  /^Error:? (?:O repositório mudou|Failed to send the request)/,
];

test('whatever way an editor comes back to unsaved work, nothing of a colleague’s is undone without asking', async ({
  page,
}) => {
  expectConsoleErrors(page, ...LOST_REQUESTS);
  const github = await startEditor(page, FROZEN_CONTENT, entryOf(TECHNOLOGY));
  const meant = new Meaning(github);
  const [name, price] = [field(page, 'Nome'), field(page, 'Preço')];
  const publish = (from: string, to: string, file = TECHNOLOGY): void => {
    meant.change(file, from, to);
    github.write(file, meant.files[file] ?? '');
  };
  const restore = page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar' });

  await test.step('restored after a reload: asks, and the colleague’s price can be had', async () => {
    await name.pressSequentially('!');
    await expect.poll(() => unsavedItems(page)).toBe(1);
    publish('Sob Consulta', 'R$ 149');
    await page.reload();
    await open(page, TECHNOLOGY);
    await restore.click();
    await expect(name).toHaveValue(/^!/);
    await expect(price).toHaveValue('Sob Consulta');
    await expectAnswer(
      page,
      /Bruno\W mudou este item em \W1 de ago\. de 2026, 10:00\W, e o que está/,
    );
    expect(github.files()).toEqual(meant.files);
    await choose(page, 'Reverter Todas as Alterações');
    await expect(price).toHaveValue('R$ 149');
  });

  await test.step('saved again after a failure, over another field', async () => {
    await name.fill('Suporte de Perto');
    github.outage = (route) => route.abort();
    await expectAnswer(page, 'A conexão caiu. Confira a internet', 'OK');
    github.outage = undefined;
    publish('order: 1', 'order: 4');
    await expectAnswer(page, 'Bruno');
    expect(github.files()).toEqual(meant.files);
    await expectAnswer(page, 'Bruno', 'Salvar mesmo assim');
    await expectClosed(page);
    meant.change(TECHNOLOGY, 'order: 4', 'order: 1');
    meant.change(TECHNOLOGY, 'Suporte em Tecnologia Avançado', 'Suporte de Perto');
    expect(github.files()).toEqual(meant.files);
  });

  await test.step('a load that was interrupted shows what the branch has', async () => {
    publish('R$ 149', 'R$ 159');
    const asked = Promise.withResolvers<undefined>();
    await page.route('https://api.github.com/graphql', (route) => {
      if (!route.request().postData()?.includes('isTruncated')) return route.fallback();
      asked.resolve(undefined);
      // Never answered.
      return Promise.resolve();
    });
    await page.reload({ waitUntil: 'commit' });
    await asked.promise;
    await page.unroute('https://api.github.com/graphql');
    await page.reload();
    await open(page, TECHNOLOGY);
    await expect(price).toHaveValue('R$ 159');
  });

  await test.step('a quick save leaves nothing to restore', async () => {
    await price.fill('R$ 169');
    meant.change(TECHNOLOGY, 'R$ 159', 'R$ 169');
    await save(page);
    await openEntry(page, '_singletons/entries/company');
    await field(page, 'Cidade').fill('Curitibanos');
    meant.change('company.json', 'Lages', 'Curitibanos');
    await save(page);
    for (const entry of [entryOf(TECHNOLOGY), '_singletons/entries/company']) {
      await openEntry(page, entry);
      await expect(page.getByRole('alertdialog')).toBeHidden();
    }
  });
  expect(github.files()).toEqual(meant.files);
});

test('one person’s ordinary day meets no refusal', async ({ page }) => {
  const github = await startEditor(page, FROZEN_CONTENT, 'clients/new');
  const meant = new Meaning(github);
  // Media that belong to no item, which the library would let a person delete from under all items.
  const library = page.locator('[aria-label="Recursos"]');
  await expect(library).toHaveCount(1);
  await expect(library).toBeHidden();
  await page.goto('/');
  await page.goto('/admin/#/assets');
  await patient(page).toHaveURL(/#\/collections/);
  await page.getByRole('button', { name: 'Criar item' }).click();
  const menu = page.getByRole('menu', { name: 'Criar item' });
  await expect(menu.getByText('Cliente')).toBeVisible();
  await expect(menu.getByText('Recursos')).toBeHidden();
  await page.keyboard.press('Escape');
  const name = field(page, 'Nome da empresa');
  const [file, copy] = ['clients/loja.json', 'clients/copia.json'];
  const steps: (() => Promise<void>)[] = [
    async () => {
      await openEntry(page, 'clients/new');
      const stored = await chooseDrawing(page, 'logo.svg', drawing(10));
      await name.fill('Loja');
      meant.files[`clients/${stored}`] = drawing(10);
      meant.files[file] = `{\n  "src": "./${stored}",\n  "alt": "Loja"\n}\n`;
    },
    async () => {
      await open(page, file);
      await page.getByRole('spinbutton', { name: 'Posição' }).fill('9');
      meant.change(file, '{', '{\n  "order": 9,');
    },
    async () => {
      await open(page, file);
      await choose(page, 'Duplicar');
      await name.fill('Cópia');
      meant.change(file, 'Loja', 'Cópia', copy);
    },
    async () => {
      await open(page, copy);
      const stored = await chooseDrawing(page, 'logo.svg', drawing(20));
      meant.files[`clients/${stored}`] = drawing(20);
      meant.change(copy, meant.files[copy]?.match(/\.\/[^"]+/)?.[0] ?? '', `./${stored}`);
      await name.fill('Nome novo');
      meant.change(copy, 'Cópia', 'Nome novo');
    },
  ];
  for (const step of steps) {
    await step();
    await save(page);
    expect(github.files()).toEqual(meant.files);
  }
  await open(page, file);
  await choose(page, 'Excluir');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expectClosed(page);
  meant.delete(`clients/${/\.\/(.*?)"/.exec(meant.files[file] ?? '')?.[1] ?? ''}`);
  meant.delete(file);
  expect(github.files()).toEqual(meant.files);
  // The tests' build knows no commit.
  await expect(page.locator('#site-news')).toBeHidden();
  expect(await checkFolder(SITE_CONTENT, github.contentFolder)).toEqual([]);
});
