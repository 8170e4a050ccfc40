/** The editor's page at `/admin/`, on a repository of its own. */
import { createHash } from 'node:crypto';
import { test, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { expectConsoleErrors } from '@site/test-support/browser/console-errors';
import { expect } from '@site/test-support/browser/fixtures';
import { GitHubApi, type Login } from './github-api.ts';
import { changeHtml } from '@site/test-support/browser/page';

/** Loads two megabytes of script on a machine that may be busy. */
const TIMEOUT_MS = 30_000;
const TEST_TIMEOUT_MS = 180_000;
/** On its first visit, it may create two stores at once and lose one, of backups or of settings. */
export const LOST_STORE =
  /^Failed to execute 'transaction' on 'IDBDatabase': One of the specified object stores/;
/** Its look for news, which may end with the page. */
export const LOST_LOOK = /^Failed to check the repository for changes\. /;
export const patient = expect.configure({ timeout: TIMEOUT_MS });

export const WITH_EDITOR = {
  build: 'complete',
  actionTimeout: TIMEOUT_MS,
  viewport: { width: 1280, height: 720 },
  // The editor is in Portuguese whatever the browser's language.
  locale: 'en-US',
} as const;

/**
 * Removes the blurred backdrops and animated page changes, which take a third of an editor test's time. Without blur, what
 * is translucent would not be legible.
 */
export function withoutEffects(): void {
  Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    backdrop-filter: none !important;
    --sui-secondary-background-color-translucent: var(--sui-secondary-background-color) !important;
  }`);
  document.adoptedStyleSheets.push(sheet);
}

/** Opens an entry, such as `plans/entries/tecnologia`. */
export async function openEntry(page: Page, entry: string): Promise<void> {
  await page.goto(`/admin/#/collections/${entry}`);
  await patient(page.getByRole('button', { name: 'Salvar' })).toBeVisible();
}

/** Waits until the editor returns from a saved entry to its list. */
export async function expectClosed(page: Page): Promise<void> {
  await patient(page).not.toHaveURL(/\/(?:entries\/|new)/);
}

/** The preview takes a third of an editor test's time. */
const withoutPreview = (html: string): string =>
  html.replace('"config":{', '$&"editor":{"preview":false},');

export const withPreview = (html: string): string => html;

/**
 * Signs a person in, on every page of their browser.
 *
 * @param configure changes the editor's page
 */
export async function signIn(
  page: Page,
  github: GitHubApi,
  login: Login,
  configure = withoutPreview,
): Promise<void> {
  const context = page.context();
  expectConsoleErrors(page, LOST_STORE, LOST_LOOK);
  await github.serve(context, login);
  await changeHtml(context, '**/admin/', configure);
  await context.addInitScript(withoutEffects);
  await page.goto('/admin/');
  await page.getByRole('button', { name: 'Entrar Usando Token de Acesso' }).click();
  await page.getByRole('textbox', { name: 'Token de Acesso Pessoal' }).fill('github_pat_0');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await patient(page.getByText('Dados da empresa')).toBeVisible();
}

/** Signs in to a repository with this content, and opens an entry. */
export async function startEditor(
  page: Page,
  contentFolder: string,
  entry: string,
  configure = withoutPreview,
): Promise<GitHubApi> {
  test.setTimeout(TEST_TIMEOUT_MS);
  const github = new GitHubApi(contentFolder, test.info().outputPath('repository'));
  await signIn(page, github, 'ana', configure);
  await openEntry(page, entry);
  return github;
}

/** Puts a clipboard into the rich text. */
export function paste(
  page: Page,
  data: Record<string, string>,
  files: string[] = [],
): Promise<void> {
  return page.locator('.lexical-root').evaluate(
    (body, [texts, names]) => {
      const init = { clipboardData: new DataTransfer(), bubbles: true };
      const event = new ClipboardEvent('paste', init);
      for (const name of names) event.clipboardData?.items.add(new File(['x'], name));
      for (const [type, text] of Object.entries(texts)) event.clipboardData?.setData(type, text);
      body.dispatchEvent(event);
    },
    [data, files] as const,
  );
}

/** Waits until the library has written Markdown or a selection that matches. */
export async function untilWritten(
  page: Page,
  pattern: RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const written = await page.evaluateHandle((source) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const listen = ({ detail }: Event & { detail?: unknown }): void => {
      if (new RegExp(source).test(JSON.stringify(detail))) resolve(undefined);
    };
    window.addEventListener('Update', listen, { capture: true });
    return { promise };
  }, pattern.source);
  await act();
  await written.evaluate(({ promise }) => promise);
}

/** Opens the history of an entry; returns its changes, the latest first. */
export async function openHistory(page: Page, entry: string): Promise<Locator> {
  await openEntry(page, entry);
  await page.getByRole('radio', { name: 'Histórico deste item' }).click();
  return page.getByRole('group', { name: 'Histórico deste item' }).getByRole('link');
}

/** The pane beside the form, and the site's page in it. */
export const paneOf = (page: Page): FrameLocator => page.locator('iframe').contentFrame();
export const previewOf = (page: Page): FrameLocator =>
  paneOf(page).locator('iframe').contentFrame();

/** Number of unsaved items that the editor keeps. */
export function unsavedItems(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = async <Result>(request: IDBRequest<Result>): Promise<Result> => {
      await new Promise((resolve) => (request.onsuccess = resolve));
      return request.result;
    };
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      if (database.objectStoreNames.contains('draft-backups')) {
        count += await done(
          database.transaction('draft-backups').objectStore('draft-backups').count(),
        );
      }
      database.close();
    }
    return count;
  });
}

/** Opens the dialog of the only image field of an entry. */
export async function openPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Substituir imagem|Procurar)$/ }).click();
  // The editor refuses images of another folder.
  await expect(page.getByRole('option', { name: 'Recursos Globais' })).toBeHidden();
}

async function insert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Inserir' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Puts a picture that the repository has into the only image field of an entry, without saving it. */
export async function chooseStored(page: Page, name: string): Promise<void> {
  await openPictures(page);
  await page.getByRole('option', { name, exact: true }).click();
  await insert(page);
  await expect(page.getByText(new RegExp(`^(?:\\./)?${name}$`))).toBeVisible();
}

/** Puts a drawing into the only image field of an entry, without saving it; returns its name in the repository. */
export async function chooseDrawing(page: Page, name: string, svg: string): Promise<string> {
  await openPictures(page);
  const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await page.locator('input[type=file]').last().setInputFiles(file);
  await insert(page);
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 6);
  const path = page.getByText(new RegExp(`-${digest}\\.svg$`));
  await patient(path).toBeVisible();
  // No colleague's picture can get its name.
  await expect(page.getByRole('button', { name: 'Renomear' })).toBeHidden();
  return (await path.innerText()).replace(/.*\//, '');
}
