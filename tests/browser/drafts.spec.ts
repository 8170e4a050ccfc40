/** Where a company asks for drafts, what an editor saves is one until it is published. */
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { expectComplaints } from './support/complaints.ts';
import { expectClosed, openEntry, patient, startEditor, WITH_EDITOR } from './support/editor.ts';
import { expect, test } from './support/fixtures.ts';

const ENTRY = 'plans/entries/tecnologia';
const BRANCH = 'cms/plans/tecnologia';
const FILE = 'plans/tecnologia.md';
/** Of the site, of GitHub, and of files that the editor holds itself. */
const OWN_HOSTS = ['localhost', 'api.github.com', ''];
const PREVIEW = 'https://pr-1.site.pages.test';

test.use(WITH_EDITOR);

test('what an editor saves is a draft with a preview, until it is published at a click', async ({
  page,
  context,
}) => {
  // The tests' build publishes at once, as all do unless they are asked not to.
  await page.route('**/admin/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace('"publish_mode":"simple"', '"publish_mode":"editorial_workflow"');
    await route.fulfill({ response, body });
  });
  await page.clock.install();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  const github = await startEditor(page, FROZEN_CONTENT, ENTRY);
  github.statuses = [
    { context: 'test', state: 'SUCCESS', targetUrl: 'https://ci.test/log' },
    { context: 'netlify/site/deploy-preview', state: 'SUCCESS', targetUrl: PREVIEW },
  ];

  await test.step('saving makes a branch and a pull request', async () => {
    await page.getByRole('textbox', { name: 'Preço' }).fill('A partir de R$ 99');
    await page.getByRole('button', { name: 'Salvar' }).click();
    // It offers to send it for review.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mais Tarde' }).click();
    await expectClosed(page);
    expect(github.pullRequest).toMatchObject({ head: BRANCH, base: 'main', draft: true });
    expect(github.read(FILE, BRANCH)).toContain('price: A partir de R$ 99');
    expect(github.read(FILE)).not.toContain('R$ 99');
  });

  await test.step('the draft leads to its preview deployment', async () => {
    await context.route(`${PREVIEW}/**`, (route) => route.fulfill({ body: '' }));
    await openEntry(page, ENTRY);
    // The editor asks the host every five seconds.
    await page.clock.fastForward(5_000);
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
    expectComplaints(page, /^Failed to load resource: .* 405 /, /^Error: Server responded with/);
    github.refusal = 'Required status check "test" is failing.';
    await publish();
    await patient(page.getByRole('alert')).toContainText('a conferência');
    expect(github.read(FILE)).not.toContain('R$ 99');
  });

  await test.step('it is published once the check lets it', async () => {
    github.refusal = undefined;
    await publish();
    await patient.poll(() => github.read(FILE)).toContain('R$ 99');
  });

  expect([...hosts].filter((host) => !OWN_HOSTS.includes(host))).toEqual([]);
});
