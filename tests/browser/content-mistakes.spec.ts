/** Where an editor meets a mistake: in the build, in the terminal, over the page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DevServer } from './support/dev-server.ts';
import { expect, test } from './support/fixtures.ts';
import { ProjectCopy } from './support/project-copy.ts';

const TIMEOUT_MS = 180_000;
const patient = expect.configure({ timeout: 60_000 });

// One worker, one copy of the project, one dev server.
test.describe.configure({ mode: 'default', timeout: TIMEOUT_MS });
test.use({ baseURL: '' });

const project = new ProjectCopy();
const plan = join(project.contentFolder, 'plans/tecnologia.md');
const intact = readFileSync(plan, 'utf8');
const broken = intact.replace(/^order: 1$/m, 'order: <b>um</b>');

const REPORT = `Há 1 erro no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Ordem” (order)
  Esperado: um número
  Encontrado: “<b>um</b>”`;

/** The overlay may take a message for HTML, so it gets none. */
const IN_OVERLAY = REPORT.replaceAll('<', '‹').replaceAll('>', '›');

test.afterAll(() => {
  project.remove();
});

test('a build over broken content says what is wrong, and nothing else', () => {
  writeFileSync(plan, broken);
  let said = '';
  try {
    project.build();
  } catch (error) {
    said = (error as Error).message;
  }
  writeFileSync(plan, intact);
  expect(said).toContain(REPORT);
  expect(said).not.toMatch(/\bat .*\.js:\d+|\[ERROR\]|Hint/);
});

test('the dev server waits for the content, shows mistakes over the page, and has the editor', async ({
  page,
}) => {
  writeFileSync(plan, broken);
  const server = new DevServer(project.root);
  try {
    await patient.poll(() => server.output).toContain(REPORT);
    expect(server.output).toContain('O servidor começa assim que o conteúdo estiver em ordem.');
    writeFileSync(plan, intact);
    await patient.poll(() => server.url).not.toBe('');

    await page.goto(`${server.url}/planos/tecnologia`);
    const overlay = page.locator('vite-error-overlay');
    await expect(overlay).toHaveCount(0);
    const saidBefore = server.output.length;
    writeFileSync(plan, broken);
    await patient(overlay.locator('#message-content')).toHaveText(IN_OVERLAY);
    expect(server.output.slice(saidBefore)).toContain(REPORT);

    await page.goto(`${server.url}/planos`);
    await patient(overlay.locator('#message-content')).toHaveText(IN_OVERLAY);
    writeFileSync(plan, intact);
    await patient(overlay).toHaveCount(0);

    await page.goto(`${server.url}/admin/`);
    await patient(
      page.getByRole('button', { name: 'Trabalhar com Repositório Local' }),
    ).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('a build that names no repository has no editor', () => {
  project.build({ CMS_REPO: '', CMS_BACKEND: '' });
  expect(existsSync(join(project.siteFolder, 'index.html'))).toBe(true);
  expect(existsSync(join(project.siteFolder, 'admin'))).toBe(false);
});
