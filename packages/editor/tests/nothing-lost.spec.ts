/** Ways back to unsaved work, two people, an ordinary day: the branch holds what each of them meant, in every file. */
import type { Browser, Locator, Page } from '@playwright/test';
import { checkContent } from '@site/content/check';
import { FROZEN_CONTENT, SITE_CONTENT } from '@site/test-support/frozen-content';
import {
  collectConsoleErrors,
  expectConsoleErrors,
} from '@site/test-support/browser/console-errors';
import {
  expectClosed,
  openEntry,
  patient,
  replaceImage,
  signIn,
  startEditor,
  unsavedItems,
  WITH_EDITOR,
} from './session.ts';
import { expect, test } from '@site/test-support/browser/fixtures';
import type { GitHubApi } from './github-api.ts';
import type { RecordedEndpoint } from '@site/test-support/browser/recorded-endpoint';

const TECHNOLOGY = 'plans/tecnologia.md';
const SOCIAL_MEDIA = 'plans/midia-social.md';

test.use(WITH_EDITOR);

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const position = (page: Page): Locator => page.getByRole('spinbutton', { name: 'Posição' });
/** What the editor itself says, apart from the library's dialogs. */
const said = (page: Page): Locator => page.locator('dialog[role=alertdialog]');
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

async function pressDelete(page: Page, file: string): Promise<void> {
  await open(page, file);
  await choose(page, 'Excluir');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

/** Duplicates an item; its copy is named by this title. */
async function duplicate(page: Page, file: string, title: string): Promise<void> {
  await open(page, file);
  await choose(page, 'Duplicar');
  const names = file.startsWith('plans/')
    ? field(page, 'Título').nth(1)
    : field(page, 'Nome da empresa');
  await names.fill(title);
}

/** Saves, and closes the library's dialog, which must give this reason. */
async function expectRefusal(page: Page, reason: string): Promise<void> {
  await pressSave(page);
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText(reason);
  await dialog.getByRole('button', { name: 'OK' }).click();
}

/** Saves; the library says that an item was changed or deleted meanwhile, and asks. */
async function expectQuestion(
  page: Page,
  words: string | RegExp,
  answer = 'Cancelar',
): Promise<void> {
  await pressSave(page);
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText(words);
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

const choosePicture = (page: Page, name: string, svg: string): Promise<string> =>
  replaceImage(page, { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });

/** The library logs each request that fails, each look for news that does, and each refused commit. */
const REFUSALS = /^Error:? (?:Outra pessoa acabou|O repositório mudou|Failed to send the request)/;
const LOST_REQUESTS = [
  /^Failed to load resource: .* https:\/\/api\.github\.com\//,
  /^Failed to check the repository for changes\. /,
  /^TypeError: A conexão caiu\./,
  REFUSALS,
];

test('whatever way an editor comes back to unsaved work, nothing of a colleague’s is undone without asking', async ({
  page,
  context,
}) => {
  expectConsoleErrors(page, ...LOST_REQUESTS);
  const github = await startEditor(page, FROZEN_CONTENT, entryOf(TECHNOLOGY));
  const meant = new Meaning(github);
  const [name, price] = [field(page, 'Nome'), field(page, 'Preço')];
  /** What a colleague does. */
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
    await expectQuestion(
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
    await expectRefusal(page, 'A conexão caiu. Confira a internet');
    github.outage = undefined;
    publish('order: 1', 'order: 4');
    await expectQuestion(page, 'Bruno');
    expect(github.files()).toEqual(meant.files);
    await expectQuestion(page, 'Bruno', 'Salvar mesmo assim');
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

  await test.step('of two tabs, the older one asks; a quick save leaves nothing to restore', async () => {
    const newer = await context.newPage();
    await newer.goto('/admin/');
    await patient(newer.getByText('Dados da empresa')).toBeVisible();
    await open(newer, TECHNOLOGY);
    await field(newer, 'Preço').fill('R$ 169');
    meant.change(TECHNOLOGY, 'R$ 159', 'R$ 169');
    await save(newer);
    await newer.goto('/admin/#/collections/_singletons/entries/company');
    await field(newer, 'Cidade').fill('Curitibanos');
    meant.change('company.json', 'Lages', 'Curitibanos');
    await save(newer);
    await name.fill('Suporte de Longe');
    await expectQuestion(page, 'Ana');
    for (const entry of [entryOf(TECHNOLOGY), '_singletons/entries/company']) {
      await newer.goto(`/admin/#/collections/${entry}`);
      await patient(newer.getByRole('button', { name: 'Salvar' })).toBeVisible();
      await expect(newer.getByRole('alertdialog')).toBeHidden();
    }
    await newer.close();
  });

  await test.step('an item that a colleague has deleted', async () => {
    await open(page, 'clients/serra-mel.json');
    await field(page, 'Nome da empresa').fill('Serra e Mel');
    meant.delete('clients/serra-mel.json');
    github.write('clients/serra-mel.json');
    await expectQuestion(page, 'foi excluído do repositório depois que você o abriu');
  });
  expect(github.files()).toEqual(meant.files);
});

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
  const github = await startEditor(ana, FROZEN_CONTENT, entryOf(TECHNOLOGY));
  const { page: bruno, errors } = await bringIn(browser, endpoint, github);
  for (const page of [ana, bruno]) expectConsoleErrors(page, REFUSALS);
  const meant = new Meaning(github);
  const expectMeant = (): void => {
    expect(github.files()).toEqual(meant.files);
  };

  await test.step('a position and a price of two plans, saved from what both read earlier', async () => {
    await open(bruno, SOCIAL_MEDIA);
    await field(bruno, 'Preço').fill('R$ 50');
    await position(bruno).fill('');
    await position(ana).fill('3');
    await save(ana);
    await save(bruno);
    meant.change(TECHNOLOGY, 'order: 1', 'order: 3');
    meant.change(SOCIAL_MEDIA, 'Sob Consulta', 'R$ 50');
    meant.change(SOCIAL_MEDIA, 'order: 2\n', '');
    expectMeant();
  });

  await test.step('a deletion takes its picture along, and touches no other item', async () => {
    await open(ana, 'clients/serra-mel.json');
    await field(ana, 'Nome da empresa').fill('Serra e Mel');
    await pressDelete(bruno, 'clients/padaria-vo-antonio.json');
    await expectClosed(bruno);
    await save(ana);
    for (const type of ['json', 'svg']) meant.delete(`clients/padaria-vo-antonio.${type}`);
    meant.change('clients/serra-mel.json', 'Serra Mel', 'Serra e Mel');
    expectMeant();
  });

  await test.step('equal titles: the second plan gets another address', async () => {
    for (const page of [ana, bruno]) await duplicate(page, SOCIAL_MEDIA, 'Plano Família');
    await field(bruno, 'Preço').fill('R$ 70');
    await save(ana);
    await expectRefusal(
      bruno,
      'Outra pessoa acabou de criar “Plano Família”. Mude o título ou salve de novo',
    );
    await save(bruno);
    const [first, second] = ['plans/plano-familia.md', 'plans/plano-familia-1.md'];
    meant.change(SOCIAL_MEDIA, 'Plano de Mídia Social', 'Plano Família', first);
    meant.change(first, 'R$ 50', 'R$ 70', second);
    expectMeant();
    await duplicate(ana, first, 'Plano Família');
    await expectRefusal(ana, 'Já existe um item com o título “Plano Família”');
    expectMeant();
  });

  await test.step('a page that a text links to stays', async () => {
    meant.change(SOCIAL_MEDIA, 'Depois é', '[Depois](/planos/plano-familia-1) é');
    github.write(SOCIAL_MEDIA, meant.files[SOCIAL_MEDIA] ?? '');
    await ana.reload();
    // The library's own notice, in place of “Tente novamente”.
    const notice = ana.getByText('O item não foi excluído.').waitFor();
    await pressDelete(ana, 'plans/plano-familia-1.md');
    await patient(said(ana)).toHaveText(
      '“Plano Família” não foi excluído: o texto de “Plano de Mídia Social” tem um link para /planos/plano-familia-1. Tire antes esse link.Entendi',
    );
    await notice;
    await said(ana).getByRole('button').click();
    expectMeant();
  });

  await test.step('the link to a plan of today is fine in other hands', async () => {
    await open(ana, SOCIAL_MEDIA);
    await field(ana, 'Preço').fill('R$ 60');
    await save(ana);
    meant.change(SOCIAL_MEDIA, 'R$ 50', 'R$ 60');
    expectMeant();
  });

  expect(await checkContent(SITE_CONTENT, github.contentFolder)).toEqual([]);
  expect(errors).toEqual([]);
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
  const setPrice = async (from: string, to: string): Promise<void> => {
    await open(page, SOCIAL_MEDIA);
    await field(page, 'Preço').fill(to);
    meant.change(SOCIAL_MEDIA, from, to);
  };
  const steps: (() => Promise<void>)[] = [
    async () => {
      await openEntry(page, 'clients/new');
      const stored = await choosePicture(page, 'logo.svg', drawing(10));
      await name.fill('Loja');
      meant.files[`clients/${stored}`] = drawing(10);
      meant.files[file] = `{\n  "src": "./${stored}",\n  "alt": "Loja"\n}\n`;
    },
    async () => {
      await open(page, file);
      await position(page).fill('9');
      meant.change(file, '{', '{\n  "order": 9,');
    },
    async () => {
      await duplicate(page, file, 'Cópia');
      meant.change(file, 'Loja', 'Cópia', copy);
    },
    async () => {
      await open(page, copy);
      const stored = await choosePicture(page, 'logo.svg', drawing(20));
      meant.files[`clients/${stored}`] = drawing(20);
      meant.change(copy, meant.files[copy]?.match(/\.\/[^"]+/)?.[0] ?? '', `./${stored}`);
      await name.fill('Nome novo');
      meant.change(copy, 'Cópia', 'Nome novo');
    },
    () => setPrice('Sob Consulta', 'R$ 1'),
    () => setPrice('R$ 1', 'R$ 2'),
  ];
  for (const step of steps) {
    await step();
    await save(page);
    expect(github.files()).toEqual(meant.files);
  }
  await pressDelete(page, file);
  await expectClosed(page);
  meant.delete(`clients/${/\.\/(.*?)"/.exec(meant.files[file] ?? '')?.[1] ?? ''}`);
  meant.delete(file);
  expect(github.files()).toEqual(meant.files);
  // The tests' build knows no commit.
  await expect(page.locator('#site-news')).toBeHidden();
  expect(await checkContent(SITE_CONTENT, github.contentFolder)).toEqual([]);
});
