import type { Page } from '@playwright/test';
import { TEST_BUILDS } from '@site/test-support/builds';
import {
  expectClosed,
  openEntry,
  paneOf,
  patient,
  previewOf,
  startEditor,
  WITH_EDITOR,
  withPreview,
} from './session.ts';
import { expect, expectNoFaults, expectUncovered, test } from '@site/test-support/browser/fixtures';
import { settle } from '@site/test-support/browser/page';

const { contentFolder } = TEST_BUILDS.complete;

test.use(WITH_EDITOR);

async function startPreview(page: Page, entry: string): Promise<void> {
  await startEditor(page, contentFolder, entry, withPreview);
  await patient(previewOf(page).getByRole('main')).toBeVisible();
}

/** Goes through the list: directly from one entry to another, the editor stays empty. */
async function openPreview(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar Edição' }).click();
  await expectClosed(page);
  await openEntry(page, entry);
  await patient(previewOf(page).getByRole('main')).toBeVisible();
}

async function choose(page: Page, label: string): Promise<void> {
  await paneOf(page).getByLabel(label, { exact: true }).check();
}

test('an editor sees every change of text, switch and choice at once', async ({ page }) => {
  await startPreview(page, '_singletons/entries/home');
  const title = page.getByRole('textbox', { name: 'Título', exact: true }).first();
  const heading = previewOf(page).getByRole('heading', { level: 1 });
  await title.fill('Uma Frase Nova');
  await expect(heading).toHaveText('Uma Frase Nova');
  await page.getByRole('textbox', { name: 'Título da página' }).fill('Nome na busca');
  await expectUncovered(paneOf(page).getByText('Nome na busca'));

  await title.fill('Uma frase que não acaba nunca '.repeat(3).trim());
  await expect(paneOf(page).getByRole('status')).toContainText('no máximo 80 caracteres');
  await expect(heading).toHaveCSS('outline-style', 'dashed');

  await openPreview(page, '_singletons/entries/company');
  await page.getByRole('switch', { name: 'É WhatsApp' }).first().click();
  await page.getByRole('switch', { name: 'É WhatsApp' }).nth(1).click();
  const second = previewOf(page).getByRole('definition').filter({ hasText: '3000-0000' });
  await expect(second).toContainText('WhatsApp');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'PR' }).click();
  await expect(previewOf(page).getByRole('contentinfo')).toContainText('Lages – PR');
});

test('the preview scrolls to the field that an editor enters and shows what is typed there', async ({
  page,
}) => {
  await startPreview(page, 'plans/entries/tecnologia');
  const [pane = page] = page.mainFrame().childFrames();
  await expectNoFaults(pane, ['.pane']);
  await expect(paneOf(page).getByRole('status')).toBeEmpty();
  const framed = previewOf(page).locator('[data-current]');
  await page.getByRole('textbox', { name: 'Texto da página' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Digitado agora.');
  await expectUncovered(framed.getByText('Digitado agora.'));

  for (const [field, written, pagina] of [
    [page.getByLabel('Pergunta', { exact: true }).last(), 'E agora?', 'Página do plano'],
    [page.getByLabel('Vantagem').nth(3), 'Uma vantagem nova', 'Lista de planos'],
    [page.getByLabel('Título', { exact: true }).first(), 'Plano do Bairro', 'Página inicial'],
  ] as const) {
    await field.click();
    await field.fill(written);
    await expect(framed).toHaveText(written);
    await expect(framed).toBeInViewport();
    await expect(paneOf(page).getByLabel(pagina, { exact: true })).toBeChecked();
  }

  const title = page.getByRole('textbox', { name: 'Título da página' });
  await title.click();
  await expect(framed).toHaveCount(0);
  await expect(paneOf(page).locator('[data-current]')).toHaveText(await title.inputValue());
});

test('a click in the preview puts the cursor into the field, even one of another item', async ({
  page,
}) => {
  await startPreview(page, 'plans/entries/plano-familia');
  const preview = previewOf(page);
  const expectCursorIn = async (field: string): Promise<void> => {
    const withCursor = page.locator('.field:focus-within').last();
    await expect(withCursor).toHaveAttribute('data-key-path', field);
  };
  for (const [place, field] of [
    [preview.getByRole('main').getByRole('img').first(), 'detail.image'],
    [preview.getByRole('heading', { level: 1 }), 'detail.name'],
    [preview.getByRole('main').getByRole('listitem').nth(2), 'detail.longFeatures.2'],
    [preview.getByText('Negrito'), 'body'],
  ] as const) {
    await place.click();
    await expectCursorIn(field);
  }
  await choose(page, 'Lista de planos');
  await preview.locator('.plans svg[data-field*="plano-familia"]').click();
  await expectCursorIn('icon');

  await preview.getByRole('contentinfo').getByText('Todos os direitos').click();
  await paneOf(page).getByRole('button', { name: 'Abrir “Todas as páginas”' }).click();
  await patient(page).toHaveURL(/site$/);
  await expectCursorIn('footer.rights');
  const notes = paneOf(page).getByRole('status');
  await expect(notes).toContainText(
    /“Isto já passou\.”\. Os dias dele: 1º\s–\s31 de janeiro de 2020\./,
  );
  const notice = preview.getByText('Fechados para as festas.');
  // A notice of other days is none of the errors.
  await expect(notice).not.toHaveCSS('outline-style', 'dashed');
  await expect(notes.locator('.wrong')).toHaveCount(0);

  await openPreview(page, '_singletons/entries/contact');
  await preview.locator('label').getByText('Telefone', { exact: true }).click();
  await expectCursorIn('form.phone');

  await openPreview(page, 'textPages/new');
  await page.getByRole('textbox', { name: 'Título' }).fill('Garantia');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Garantia');
  await page.getByRole('textbox', { name: 'Texto da página' }).click();
  await page.keyboard.type('Um **ano**.');
  await expect(preview.locator('.prose')).toHaveText('Um ano.');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+k');
  const address = page.getByRole('dialog').locator('[id$="-url"]');
  // The selected words, with a dot, hide no page.
  await expect(address).toHaveValue('');
  const offers = await address.evaluate((it: HTMLInputElement) =>
    Array.from(it.list?.options ?? [], ({ value, text }) => `${value} ${text}`),
  );
  expect(offers).toEqual(expect.arrayContaining(['/ página inicial', '/#contato contato']));
  expect(offers).toContain('/planos/tecnologia Plano de Suporte em Tecnologia');
  expect(offers.join()).not.toMatch(/título|conteúdo|\.txt| ,/);
  await page.keyboard.press('Escape');
  await preview.getByRole('heading', { level: 1 }).click();
  await expectCursorIn('title');
});

/** Shows the notice on the page, as the preview always does. */
const NOTICE_TIME = '2099-12-24T12:00:00Z';

const PHONE = ['Celular', 'Claro', 'light'] as const;
const LAPTOP_AT_NIGHT = ['Computador', 'Escuro', 'dark'] as const;

const PAGES = [
  ['_singletons/entries/home', 'Página inicial', '/', PHONE],
  ['_singletons/entries/planList', 'Lista de planos', '/planos', LAPTOP_AT_NIGHT],
  ['plans/entries/plano-familia', 'Página do plano', '/planos/plano-familia', PHONE],
  ['textPages/entries/termos', 'Página de texto', '/termos', LAPTOP_AT_NIGHT],
] as const;

/**
 * Describes each visible element of a page by its position, size, font and colours. The preview wraps texts
 * in plain spans, to link them to their fields, and shows drawings as they are, not optimised.
 */
function describeElements(body: HTMLElement): string[] {
  const properties = [
    'font',
    'color',
    'background-color',
    'box-shadow',
    'border',
    'fill',
    'stroke',
  ];
  return [...body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element.checkVisibility() && !element.matches('span:not([class]), svg *'))
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const box = [x, y + scrollY, width, height].map((px) => Math.round(px));
      const looks = properties.map((property) => style.getPropertyValue(property));
      return [element.localName, element.className, ...box, ...looks].join(' | ');
    });
}

test('an editor’s preview of every page looks like the page', async ({ page, context }) => {
  await context.clock.setFixedTime(NOTICE_TIME);
  const built = await context.newPage();
  const [[first]] = PAGES;
  await startPreview(page, first);
  for (const [entry, pagina, path, [tela, cores, colorScheme]] of PAGES) {
    if (entry !== first) await openPreview(page, entry);
    for (const label of [pagina, tela, cores]) await choose(page, label);
    const preview = previewOf(page).locator('body');
    await built.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await patient(async () => {
      const size = await preview.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      await built.setViewportSize(size);
      await built.goto(path);
      await settle(built);
      const expected = await built.locator('body').evaluate(describeElements);
      const shown = await preview.evaluate(describeElements);
      expect(shown, `${path}, ${tela}, ${cores}`).toEqual(expected);
    }).toPass();
  }
});
