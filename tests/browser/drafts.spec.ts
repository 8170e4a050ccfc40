/** With a repository on GitHub, what an editor saves is a draft until it is published. */
import { describeSite } from '../../src/content-check/check.ts';
import { editorBackend } from '../../src/editor/backend.ts';
import { editorConfig } from '../../src/editor/config.ts';
import { editorPage } from '../../src/editor/page.ts';
import { readEnvironment } from '../../src/lib/environment.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { expectClosed, openEntry, patient, WITH_EDITOR } from './support/editor.ts';
import { test as base, expect } from './support/fixtures.ts';
import { GitHubApi, REPOSITORY } from './support/github-api.ts';

const BRANCH = 'cms/plans/tecnologia';
const FILE = 'src/content/plans/tecnologia.md';
/** Of the site, of GitHub, and of files that the editor holds itself. */
const OWN_HOSTS = ['localhost', 'api.github.com', ''];
const PREVIEW = 'https://pr-1.site.pages.test';

const test = base.extend<{ github: GitHubApi }>({
  github: async ({ page }, use) => {
    const github = new GitHubApi(FROZEN_CONTENT);
    await github.serve(page);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await use(github);
    expect([...hosts].filter((host) => !OWN_HOSTS.includes(host))).toEqual([]);
  },
});

test.use(WITH_EDITOR);

/** Signs in, and saves another price. */
test.beforeEach(async ({ page, github }) => {
  // As a build writes the page that has CMS_REPO.
  const environment = readEnvironment({ CMS_REPO: REPOSITORY });
  const backend = editorBackend(environment);
  if (!backend) throw new Error('There is no backend.');
  const html = editorPage(
    editorConfig(backend, environment),
    describeSite(FROZEN_CONTENT),
    '/admin',
  );
  await page.route('**/admin/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  github.statuses = [
    { context: 'test', state: 'SUCCESS', targetUrl: 'https://ci.test/log' },
    { context: 'netlify/site/deploy-preview', state: 'SUCCESS', targetUrl: PREVIEW },
  ];

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
});

test('saving makes a branch and a pull request, and leads to its preview deployment', async ({
  page,
  context,
  github,
}) => {
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

  await context.route(`${PREVIEW}/**`, (route) => route.fulfill({ body: '' }));
  await openEntry(page, 'plans/entries/tecnologia');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Ver Pré-visualização' }).first().click();
  await expect(await popup).toHaveURL(`${PREVIEW}/planos/tecnologia`);
});

test('a draft is published at a click, once the check lets it', async ({ page, github }) => {
  await openEntry(page, 'plans/entries/tecnologia');
  await page.getByRole('button', { name: /Status: .*Rascunho/ }).click();
  await page.getByRole('menuitemradio', { name: 'Pronto' }).click();
  const publish = page.getByRole('button', { name: 'Publicar Entrada' });
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' });
  await patient.poll(() => github.pullRequest?.draft).toBe(false);
  expect(github.pullRequest?.labels).toEqual(['sveltia-cms/pending_publish']);

  github.refusal = 'Required status check "test" is failing.';
  await publish.click();
  await confirm.click();
  await patient(page.getByRole('alert')).toContainText('a conferência');
  expect(github.textOf('main', FILE)).not.toContain('R$ 99');

  github.refusal = undefined;
  await publish.click();
  await confirm.click();
  await patient.poll(() => github.changes.at(-1)).toBe(`DELETE /git/refs/heads/${BRANCH}`);
  expect(github.textOf('main', FILE)).toContain('R$ 99');
});
