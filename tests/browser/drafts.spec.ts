/** Drafts: with the editorial workflow on, what an editor saves stays a draft until it is published. */
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { expectConsoleErrors } from './support/console-errors.ts';
import { expectClosed, openEntry, patient, startEditor, WITH_EDITOR } from './support/editor.ts';
import { expect, test } from './support/fixtures.ts';

const ENTRY = 'plans/entries/tecnologia';
const BRANCH = 'cms/plans/tecnologia';
const FILE = 'plans/tecnologia.md';
/** The site, GitHub's API, and object URLs, which have no host. */
const OWN_HOSTS = ['localhost', 'api.github.com', ''];
const PREVIEW = 'https://pr-1.site.pages.test';

test.use(WITH_EDITOR);

test('what an editor saves becomes a draft with a preview until a click publishes it', async ({
  page,
  context,
}) => {
  await page.clock.install();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  const github = await startEditor(page, FROZEN_CONTENT, ENTRY, {
    // The tests' build publishes at once, as every build does by default.
    configure: (html) =>
      html.replace('"publish_mode":"simple"', '"publish_mode":"editorial_workflow"'),
  });
  github.statuses = [
    { context: 'test', state: 'SUCCESS', targetUrl: 'https://ci.test/log' },
    { context: 'netlify/site/deploy-preview', state: 'SUCCESS', targetUrl: PREVIEW },
  ];

  await test.step('saving makes a branch and a pull request', async () => {
    await page.getByRole('textbox', { name: 'Preço' }).fill('A partir de R$ 99');
    await page.getByRole('button', { name: 'Salvar' }).click();
    // The dialog offers to send it for review.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mais Tarde' }).click();
    await expectClosed(page);
    expect(github.pullRequest).toMatchObject({ head: BRANCH, base: 'main', draft: true });
    expect(github.read(FILE, BRANCH)).toContain('price: A partir de R$ 99');
    expect(github.read(FILE)).not.toContain('R$ 99');
  });

  await test.step('the draft links to its preview deployment', async () => {
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

  await test.step('a failed check blocks publishing', async () => {
    await page.getByRole('button', { name: /Status: .*Rascunho/ }).click();
    await page.getByRole('menuitemradio', { name: 'Pronto' }).click();
    await patient.poll(() => github.pullRequest?.draft).toBe(false);
    expectConsoleErrors(page, /^Failed to load resource: .* 405 /, /^Error: Server responded with/);
    github.refusal = 'Required status check "test" is failing.';
    await publish();
    await patient(page.getByRole('alert')).toContainText('a conferência');
    expect(github.read(FILE)).not.toContain('R$ 99');
  });

  await test.step('a passed check allows publishing', async () => {
    github.refusal = undefined;
    await publish();
    await patient.poll(() => github.read(FILE)).toContain('R$ 99');
  });

  expect([...hosts].filter((host) => !OWN_HOSTS.includes(host))).toEqual([]);
});
