/** Two tabs, two people, and one person's ordinary day: the branch holds what each of them meant, in every file. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page, Route } from '@playwright/test';
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

async function choose(page: Page, option: 'Duplicar' | 'Excluir'): Promise<void> {
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

/** Saves, and cancels where the library says that a colleague has changed the item meanwhile. */
async function expectConflict(page: Page): Promise<void> {
  await pressSave(page);
  const dialog = page.getByRole('alertdialog');
  await patient(dialog).toContainText('mudou este item');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
}

/** Intercepts the library's next request for the contents of files. */
async function onNextContents(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  let isNext = true;
  await page.route('https://api.github.com/graphql', (route) => {
    if (!isNext || route.request().postData()?.includes('isTruncated') !== true) {
      return route.fallback();
    }
    isNext = false;
    return act(route);
  });
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
    await page.evaluate(() => window.open('/admin/', 'auth'));
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

/** Content with one service. */
function contentWithOneService(): string {
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  for (const name of ['consultoria-estrategica', 'solucoes-em-nuvem', 'software-sob-medida']) {
    rmSync(join(folder, 'services', `${name}.json`));
  }
  return folder;
}

/** The library logs each refused commit. */
const REFUSALS = /^Error: (?:Outra pessoa acabou|O repositório mudou|Failed to send the request)/;

/** The library logs each request that fails, and each look for news that does. */
const LOST_REQUESTS = [
  /^Failed to load resource: .* https:\/\/api\.github\.com\//,
  /^Failed to check the repository for changes\. /,
  REFUSALS,
];

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
  const github = await startEditor(ana, contentWithOneService(), entryOf(TECHNOLOGY));
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

  await test.step('a deletion touches no other item', async () => {
    await open(ana, 'clients/serra-mel.json');
    await field(ana, 'Nome da empresa').fill('Serra e Mel');
    await pressDelete(bruno, 'clients/padaria-vo-antonio.json');
    await expectClosed(bruno);
    await save(ana);
    meant.delete('clients/padaria-vo-antonio.json');
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

  await test.step('equal file names: two pictures', async () => {
    for (const [page, client, radius] of [
      [ana, 'serra-mel', 12],
      [bruno, 'atelie-ipe-roxo', 18],
    ] as const) {
      await open(page, `clients/${client}.json`);
      const picture = await choosePicture(page, 'logo.svg', drawing(radius));
      meant.files[`clients/${picture}`] = drawing(radius);
      meant.change(`clients/${client}.json`, `./${client}.svg`, `./${picture}`);
    }
    await save(ana);
    await save(bruno);
    expectMeant();
  });

  await test.step('a page that a text or the site links to, and the last item, stay', async () => {
    meant.change(SOCIAL_MEDIA, 'Depois é', '[Depois](/planos/plano-familia-1) é');
    github.write(SOCIAL_MEDIA, meant.files[SOCIAL_MEDIA] ?? '');
    for (const [page, file, reason] of [
      [
        ana,
        'plans/plano-familia-1.md',
        '“Plano Família” não foi excluído: o texto de “Plano de Mídia Social” tem um link para /planos/plano-familia-1. Tire antes esse link.',
      ],
      [
        ana,
        'text-pages/privacidade.md',
        '“Privacidade” não foi excluído: o próprio site leva a essa página. Mude o texto dela em vez de excluir.',
      ],
      [
        bruno,
        'services/suporte-remoto.json',
        '“Suporte Técnico Remoto” não foi excluído: o site precisa de pelo menos um item em “Serviços”. Crie outro antes.',
      ],
    ] as const) {
      // The library's own notice, in place of “Tente novamente”.
      const notice = page.getByText('O item não foi excluído.').waitFor();
      await pressDelete(page, file);
      await patient(said(page)).toHaveText(`${reason}Entendi`);
      await notice;
      await said(page).getByRole('button').click();
    }
    expectMeant();
  });

  await test.step('the link to a plan of today is fine in other hands', async () => {
    await ana.reload();
    await open(ana, SOCIAL_MEDIA);
    await field(ana, 'Preço').fill('R$ 60');
    await save(ana);
    meant.change(SOCIAL_MEDIA, 'R$ 50', 'R$ 60');
    expectMeant();
  });

  await test.step('a price that a colleague changes at the very moment of saving', async () => {
    let asked = 0;
    await ana.route('https://api.github.com/graphql', (route) => {
      // The library looks at the branch before it prepares a commit, and again before it sends it.
      if (route.request().postData()?.includes('history(first: 1)') && ++asked === 2) {
        meant.change(TECHNOLOGY, 'Sob Consulta', 'R$ 88');
        github.write(TECHNOLOGY, meant.files[TECHNOLOGY] ?? '');
      }
      return route.fallback();
    });
    await open(ana, TECHNOLOGY);
    await field(ana, 'Nome').fill('Suporte de Perto');
    await expectRefusal(ana, 'O repositório mudou enquanto você salvava. Tente de novo.');
    await expectConflict(ana);
    expectMeant();
  });
  expect(await checkContent(SITE_CONTENT, github.contentFolder)).toEqual([]);
  expect(errors).toEqual([]);
});

test('a colleague’s price survives whatever interrupts the loading of the contents', async ({
  page,
  context,
}) => {
  expectConsoleErrors(page, ...LOST_REQUESTS);
  const github = await startEditor(page, FROZEN_CONTENT, entryOf(TECHNOLOGY));
  const meant = new Meaning(github);
  let price = 'Sob Consulta';
  const publishPrice = (next: string): void => {
    meant.change(TECHNOLOGY, price, next);
    price = next;
    github.write(TECHNOLOGY, meant.files[TECHNOLOGY] ?? '');
  };
  let tab = page;
  const interruptions: Record<string, () => Promise<unknown>> = {
    'a reload': () => tab.reload(),
    'a closed tab': async () => {
      await tab.close();
      tab = await context.newPage();
      await tab.goto('/admin/');
    },
    'a visit to the site': async () => {
      await tab.goto('/');
      await tab.goto('/admin/');
    },
  };
  for (const [title, interrupt] of Object.entries(interruptions)) {
    await test.step(title, async () => {
      publishPrice(`R$ 99 depois de ${title}`);
      const asked = Promise.withResolvers<undefined>();
      // Never answered.
      await onNextContents(tab, () => {
        asked.resolve(undefined);
        return Promise.resolve();
      });
      await tab.reload({ waitUntil: 'commit' });
      await asked.promise;
      await interrupt();
      await open(tab, TECHNOLOGY);
      await expect(field(tab, 'Preço')).toHaveValue(price);
      const name = `Suporte depois de ${title}`;
      meant.change(TECHNOLOGY, /^ {2}name: (.*)$/m.exec(github.read(TECHNOLOGY))?.[1] ?? '', name);
      await field(tab, 'Nome').fill(name);
      await save(tab);
      expect(github.files()).toEqual(meant.files);
    });
  }

  await test.step('a request that is lost while the editor looks for news', async () => {
    await open(tab, TECHNOLOGY);
    await field(tab, 'Nome').fill('Suporte de Perto');
    publishPrice('R$ 1 por mês');
    await onNextContents(tab, (route) => route.abort());
    await expectRefusal(tab, 'O repositório mudou enquanto você salvava. Tente de novo.');
    await expectConflict(tab);
    expect(github.files()).toEqual(meant.files);
    await tab.getByRole('button', { name: 'Recarregar item' }).click();
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Recarregar item' }).click();
    await expect(field(tab, 'Preço')).toHaveValue(price);
  });
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
  for (const [index, client] of ['um', 'dois', 'tres'].entries()) {
    const file = `clients/loja-${client}.json`;
    const [copy, picture] = [`clients/copia-${client}.json`, `logo-${client}`];
    const steps: (() => Promise<void>)[] = [
      async () => {
        await openEntry(page, 'clients/new');
        const stored = await choosePicture(page, 'logo.svg', drawing(10 + index));
        await name.fill(`Loja ${client}`);
        meant.files[`clients/${stored}`] = drawing(10 + index);
        meant.files[file] = `{\n  "src": "./${stored}",\n  "alt": "Loja ${client}"\n}\n`;
      },
      async () => {
        await open(page, file);
        await position(page).fill('9');
        meant.change(file, '{', '{\n  "order": 9,');
      },
      async () => {
        await duplicate(page, file, `Cópia ${client}`);
        meant.change(file, `Loja ${client}`, `Cópia ${client}`, copy);
      },
      async () => {
        await open(page, copy);
        await name.fill(`Nome novo ${client}`);
        meant.change(copy, `Cópia ${client}`, `Nome novo ${client}`);
      },
      async () => {
        await open(page, copy);
        const stored = await choosePicture(page, `${picture}.svg`, drawing(20 + index));
        meant.files[`clients/${stored}`] = drawing(20 + index);
        meant.change(copy, meant.files[copy]?.match(/\.\/[^"]+/)?.[0] ?? '', `./${stored}`);
      },
      async () => {
        await open(page, SOCIAL_MEDIA);
        await field(page, 'Preço').fill(`R$ ${index}`);
        meant.change(
          SOCIAL_MEDIA,
          /price: .*/.exec(meant.files[SOCIAL_MEDIA] ?? '')?.[0] ?? '',
          `price: R$ ${index}`,
        );
      },
    ];
    for (const step of steps) {
      await step();
      await save(page);
      expect(github.files()).toEqual(meant.files);
    }
    await pressDelete(page, file);
    await expectClosed(page);
    meant.delete(file);
    expect(github.files()).toEqual(meant.files);
  }
  expect(github.commits).toBeGreaterThan(20);
  // The tests' build knows no commit.
  await expect(page.locator('#site-behind')).toBeHidden();
  expect(await checkContent(SITE_CONTENT, github.contentFolder)).toEqual([]);
});

test('an editor is told when the site has not followed the branch for twenty minutes', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-08-01T13:10:00Z' });
  let built = '';
  await page.route('**/admin/commit.txt', (route) => route.fulfill({ body: built }));
  const github = await startEditor(page, FROZEN_CONTENT, entryOf(TECHNOLOGY));
  built = github.head;
  const line = page.locator('#site-behind');
  await field(page, 'Preço').fill('R$ 99 por mês');
  const compared = page.waitForResponse('**/admin/commit.txt');
  await save(page);
  await compared;
  await expect(line).toBeHidden();
  await page.clock.fastForward('11:00');
  await expect(line).toBeVisible();
  await expect(line).toContainText('O site não está sendo atualizado desde 1º de agosto');
  const saved = line.getByRole('link', { name: 'Veja o que houve' });
  const commit = `https://github.com/empresa/site/commit/${github.head}`;
  await expect(saved).toHaveAttribute('href', commit);
  built = github.head;
  await page.reload();
  await patient(page.getByText('Dados da empresa')).toBeVisible();
  await expect(line).toBeHidden();
});
