/** Where an editor meets an error in the content: in the build, in the terminal, instead of the page. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { DevServer } from './support/dev-server.ts';
import { expect, test } from './support/fixtures.ts';
import { ProjectCopy } from '../../scripts/project-copy.ts';

const TIMEOUT_MS = 180_000;
const patient = expect.configure({ timeout: 60_000 });

// One worker, one copy of the project.
test.describe.configure({ mode: 'default', timeout: TIMEOUT_MS });
test.use({ baseURL: '' });

const project = new ProjectCopy();
const plan = join(project.contentFolder, 'plans/tecnologia.md');
const intact = readFileSync(join(FROZEN_CONTENT, 'plans/tecnologia.md'), 'utf8');
const broken = intact.replace(/^order: 1$/m, 'order: <b>um</b>');

const REPORT = `Há 1 erro no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Ordem” (order)
  Esperado: um número
  Encontrado: “<b>um</b>”`;

/** What Astro and Vite say of an error. */
const ENGLISH = /\bat .*:\d+|Error:|Error reading|Failed to|ImageNotFound|not found/;

const named = (name: string) => intact.replace('Suporte em Tecnologia Avançado', () => name);

test.beforeAll(() => {
  project.create();
});

test.afterAll(() => {
  project.remove();
});

test('a build over broken content ends with what is wrong, and nothing else', () => {
  writeFileSync(plan, broken);
  let said = '';
  try {
    project.build();
  } catch (error) {
    said = (error as Error).message;
  }
  writeFileSync(plan, intact);
  expect(said.trim().endsWith(REPORT)).toBe(true);
  expect(said).not.toMatch(/\bat .*\.js:\d+|\[ERROR\]|Hint/);
});

test('the dev server shows errors instead of the page until they are fixed, and has the editor', async ({
  page,
  complaints,
}) => {
  writeFileSync(plan, broken);
  const server = new DevServer(project.root);
  const heading = page.getByRole('heading', { level: 1 });
  try {
    await patient.poll(() => server.url).not.toBe('');
    const url = `${server.url}/planos/tecnologia`;
    const response = await page.goto(url);
    expect(response?.status()).toBe(500);
    await expect(page.locator('pre')).toHaveText(REPORT);
    expect(server.output).toContain(REPORT);

    await test.step('the editor stays within reach', async () => {
      await page.goto(`${server.url}/admin/`);
      const local = page.getByRole('button', { name: 'Trabalhar com Repositório Local' });
      await patient(local).toBeVisible();
      await page.goto(url);
    });

    await test.step('the page is back once the file is saved', async () => {
      writeFileSync(plan, named('Corrigido'));
      await patient(heading).toHaveText('Corrigido');
    });

    await test.step('an open page becomes the report', async () => {
      writeFileSync(plan, broken);
      await patient(page.locator('pre')).toHaveText(REPORT);
    });

    await test.step('a file that a program saves by way of another, and in two steps', async () => {
      writeFileSync(`${plan}~`, named('De outro jeito'));
      renameSync(`${plan}~`, plan);
      await patient(heading).toHaveText('De outro jeito');
      writeFileSync(plan, '');
      writeFileSync(plan, named('Em dois passos'));
      await patient(heading).toHaveText('Em dois passos');
    });

    await test.step('a picture that vanishes, and comes back', async () => {
      const logo = join(project.contentFolder, 'clients/serra-mel.svg');
      const drawing = readFileSync(logo);
      rmSync(logo);
      await patient(page.locator('pre')).toContainText('“./serra-mel.svg”');
      writeFileSync(logo, drawing);
      await patient(heading).toHaveText('Em dois passos');
    });

    await test.step('a plan that is renamed', async () => {
      const renamed = join(project.contentFolder, 'plans/ti.md');
      renameSync(plan, renamed);
      await patient(page.locator('pre')).toContainText('tecnologia.md');
      renameSync(renamed, plan);
      await patient(heading).toHaveText('Em dois passos');
    });
    expect(server.output).not.toMatch(ENGLISH);
  } finally {
    // Open, it would miss the server.
    await page.close();
    await server.stop();
    writeFileSync(plan, intact);
    // The browser speaks of every page that is answered with 500.
    complaints.length = 0;
  }
});

test('a build takes what the check takes: repaired texts, and a note to colleagues', () => {
  const text = named('Um\u00A0n\u00ADome').replace('Sob Consulta', '1.500');
  writeFileSync(plan, `\uFEFF${text}\n<!-- só entre nós --> Um **texto**.\n`);
  project.build();
  writeFileSync(plan, intact);
  const page = readFileSync(join(project.siteFolder, 'planos/tecnologia.html'), 'utf8');
  const list = readFileSync(join(project.siteFolder, 'planos.html'), 'utf8');
  expect(page).toContain('<p>Um <strong>texto</strong>.</p>');
  expect(page).toContain('Um nome</h1>');
  expect(page).not.toContain('só entre nós');
  expect(list).toContain('1.500');
});

test('a build that names no repository has no editor', () => {
  project.build({ CMS_REPO: '', CMS_BACKEND: '' });
  expect(existsSync(join(project.siteFolder, 'index.html'))).toBe(true);
  expect(existsSync(join(project.siteFolder, 'admin'))).toBe(false);
});
