/** From save to live: the line at the top of the editor. */
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, expectNoFaults, expectUncovered, test } from '@site/test-support/browser/fixtures';
import { expectClosed, openEntry, patient, startEditor, WITH_EDITOR } from './session.ts';

const ENTRY = 'plans/entries/tecnologia';

test.use(WITH_EDITOR);

test('an editor sees that a change is on its way, that it is live, and that the site stands still', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-08-01T13:01:00Z' });
  let built = '';
  await page.route('**/admin/commit.txt', (route) => route.fulfill({ body: built }));
  const github = await startEditor(page, FROZEN_CONTENT, ENTRY);
  const line = page.locator('#site-news');
  const save = async (price: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Preço' }).fill(price);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectClosed(page);
  };

  built = github.head;
  await save('R$ 99 por mês');
  await expect(line).toContainText('A mudança está a caminho do site.');
  built = github.head;
  await page.clock.fastForward('00:16');
  await expect(line).toContainText('A mudança está no ar.');
  const view = line.getByRole('link', { name: 'Ver a página' });
  await expect(view).toHaveAttribute('href', '/planos/tecnologia');
  await expectUncovered(page.getByRole('button', { name: 'Criar item' }));
  await page.setViewportSize({ width: 360, height: 640 });
  await expectUncovered(view);
  await expectNoFaults(page, ['#site-news']);
  await line.getByRole('button', { name: 'Fechar' }).click();
  await expect(line).toBeHidden();

  await openEntry(page, ENTRY);
  await page.setViewportSize(WITH_EDITOR.viewport);
  await save('R$ 109 por mês');
  await page.reload();
  await expect(line).toContainText('a caminho');
  // The fake's commits are an hour apart.
  await page.clock.fastForward('01:20:00');
  await expect(line).toContainText('O site não está sendo atualizado desde 1º de agosto');
  const builds = line.getByRole('link', { name: 'Veja o que houve' });
  await expect(builds).toHaveAttribute(
    'href',
    `https://github.com/empresa/site/commit/${github.head}`,
  );
  await expectUncovered(builds);
  // Beside an open form, too.
  await openEntry(page, ENTRY);
  await expectUncovered(builds);
  await expectUncovered(page.getByRole('button', { name: 'Cancelar Edição' }));

  await test.step('what a colleague has broken on GitHub is named once it is late, with its file and field', async () => {
    const file = 'plans/tecnologia.md';
    const intact = github.read(file);
    built = github.head;
    github.write(file, intact.replace('order: 1', 'order: um'));
    await page.goto('/admin/');
    await patient(page.getByText('Dados da empresa')).toBeVisible();
    await expect(line).toContainText('A mudança está no ar.');
    await page.clock.fastForward('21:00');
    await expect(line).toContainText(
      'Alguém precisa corrigir plans/tecnologia.md, linha 2, “Posição”: esperado um número; encontrado “um”.',
    );
    const place = 'https://github.com/empresa/site/blob/main/src/content/plans/tecnologia.md#L2';
    await expect(builds).toHaveAttribute('href', place);
    github.write(file, intact);
  });
  built = github.head;
  await page.reload();
  await expect(line).toContainText('A mudança está no ar.');
  await page.reload();
  await patient(page.getByText('Dados da empresa')).toBeVisible();
  await expect(line).toBeHidden();
});
