/** What a person sees before the editor is there, and when a part of it does not come. */
import { expectConsoleErrors } from '@site/test-support/browser/console-errors';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, test } from '@site/test-support/browser/fixtures';
import { paneOf, patient, startEditor, withPreview, WITH_EDITOR } from './session.ts';

const LIBRARY = '**/admin/files/main-*.js';
const TRANSLATION = '**/admin/files/pt-BR-*.js';

test.use(WITH_EDITOR);

test('the translation is on its way before the library, which would show English without it', async ({
  page,
}) => {
  const asked = page.waitForRequest(TRANSLATION);
  await page.route(LIBRARY, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/admin/');
  await patient(page.getByRole('button', { name: 'Entrar Usando Token de Acesso' })).toBeVisible();
});

test('a script that does not come is told from an old browser', async ({ page }) => {
  expectConsoleErrors(page, /^Failed to load resource/);
  await page.route('**/admin/editor.js', (route) => route.abort());
  await page.goto('/admin/');
  await expect(page.locator('#opening')).toContainText('confira a internet e recarregue');
  await expect(page.locator('#opening')).not.toContainText('JavaScript');
  await page.unroute('**/admin/editor.js');
  await page.route(LIBRARY, (route) => route.abort());
  await page.reload();
  await expect(page.locator('#opening')).toHaveText(/^Uma parte do editor não carregou\./);
});

test('a preview that does not come says so, and the form goes on', async ({ page }) => {
  expectConsoleErrors(page, /^Failed to load resource/);
  await page.route('**/admin/files/pane-*.js', (route) => route.abort());
  const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia', withPreview);
  await patient(paneOf(page).locator('body')).toContainText('A prévia não carregou.');
  await page.getByRole('textbox', { name: 'Preço' }).fill('R$ 99');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect.poll(() => github.read('plans/tecnologia.md')).toContain('R$ 99');
});
