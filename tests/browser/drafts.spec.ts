/** With a repository on GitHub, what an editor saves is a draft until it is published. */
import { describeSite } from '../../src/content-check/check.ts';
import { editorBackend } from '../../src/editor/backend.ts';
import { editorConfig } from '../../src/editor/config.ts';
import { editorPage } from '../../src/editor/page.ts';
import { readEnvironment } from '../../src/lib/environment.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { expectClosed, openEntry, patient, WITH_EDITOR } from './support/editor.ts';
import { expect, test } from './support/fixtures.ts';
import { GitHubApi, REPOSITORY } from './support/github-api.ts';

const BRANCH = 'cms/plans/tecnologia';
const FILE = 'src/content/plans/tecnologia.md';
/** Of the site, of GitHub, and of files that the editor holds itself. */
const OWN_HOSTS = ['localhost', 'api.github.com', ''];
const PREVIEW = 'https://pr-1.site.pages.test';

/** The editor's page, as a build with CMS_REPO writes it. */
function buildEditorPage(): string {
  const environment = readEnvironment({ CMS_REPO: REPOSITORY });
  const backend = editorBackend(environment);
  if (!backend) throw new Error('There is no backend.');
  return editorPage(editorConfig(backend, environment), describeSite(FROZEN_CONTENT), '/admin');
}

test.use(WITH_EDITOR);

test('what an editor saves is a draft with a preview, until it is published at a click', async ({
  page,
  context,
}) => {
  const github = new GitHubApi(FROZEN_CONTENT);
  await github.serve(page);
  github.statuses = [
    { context: 'test', state: 'SUCCESS', targetUrl: 'https://ci.test/log' },
    { context: 'netlify/site/deploy-preview', state: 'SUCCESS', targetUrl: PREVIEW },
  ];
  const body = buildEditorPage();
  await page.route('**/admin/', (route) => route.fulfill({ contentType: 'text/html', body }));
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));

  await test.step('saving makes a branch and a pull request', async () => {
    await page.goto('/admin/');
    await page.getByRole('button', { name: 'Entrar Usando Token de Acesso' }).click();
    await page.getByRole('textbox', { name: 'Token de Acesso Pessoal' }).fill('github_pat_0');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await patient(page.getByText('Dados da empresa')).toBeVisible();
    await openEntry(page, 'plans/entries/tecnologia');
    await page.getByRole('textbox', { name: 'Preço' }).fill('A partir de R$ 99');
    await page.getByRole('button', { name: 'Salvar' }).click();
    // It offers to send it for review.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mais Tarde' }).click();
    await expectClosed(page);
    expect(github.changes).toEqual([
      'createRef',
      'createCommitOnBranch',
      'POST /pulls',
      'POST /issues/1/labels',
    ]);
    expect(github.pullRequest).toMatchObject({
      head: BRANCH,
      base: 'main',
      draft: true,
      labels: ['sveltia-cms/draft'],
    });
    expect(github.textOf(BRANCH, FILE)).toContain('price: A partir de R$ 99');
    expect(github.textOf('main', FILE)).not.toContain('R$ 99');
  });

  await test.step('the draft leads to its preview deployment', async () => {
    await context.route(`${PREVIEW}/**`, (route) => route.fulfill({ body: '' }));
    await openEntry(page, 'plans/entries/tecnologia');
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Ver Pré-visualização' }).first().click();
    await expect(await popup).toHaveURL(`${PREVIEW}/planos/tecnologia`);
  });

  const publish = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Publicar Entrada' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click();
  };

  await test.step('it cannot be published while the check is red', async () => {
    await page.getByRole('button', { name: /Status: .*Rascunho/ }).click();
    await page.getByRole('menuitemradio', { name: 'Pronto' }).click();
    await patient.poll(() => github.pullRequest?.draft).toBe(false);
    expect(github.pullRequest?.labels).toEqual(['sveltia-cms/pending_publish']);
    github.refusal = 'Required status check "test" is failing.';
    await publish();
    await patient(page.getByRole('alert')).toContainText('a conferência');
    expect(github.textOf('main', FILE)).not.toContain('R$ 99');
  });

  await test.step('it is published once the check lets it', async () => {
    github.refusal = undefined;
    await publish();
    await patient.poll(() => github.changes.at(-1)).toBe(`DELETE /git/refs/heads/${BRANCH}`);
    expect(github.textOf('main', FILE)).toContain('R$ 99');
  });

  expect([...hosts].filter((host) => !OWN_HOSTS.includes(host))).toEqual([]);
});
