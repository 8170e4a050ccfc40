/** Where an editor meets a mistake: in the build, in the terminal, over the page. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** What Astro and Vite say of an error. */
const ENGLISH = /\bat .*:\d+|Error:|Failed to|ImageNotFound|not found/;

/** What a page says whose scripts a reload interrupts. */
const INTERRUPTED = 'Failed to fetch dynamically imported module';

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

/** Mistakes that Astro would stumble over itself, in English. */
const STUMBLES = [
  {
    title: 'front matter that cannot be read',
    from: /^order: 1$/m,
    to: 'order: "1',
    expected: 'aspas, colchete ou chave também no fim',
  },
  {
    title: 'an empty file',
    from: /^[\s\S]*$/,
    to: '',
    expected: 'nada: o arquivo está vazio',
  },
  {
    title: 'a picture that is not there',
    from: './tecnologia.svg',
    to: './tecnologa.svg',
    expected: 'o caminho de uma imagem que existe',
  },
  {
    title: 'a picture in the text that is not there',
    from: /$/,
    to: '\n![Foto](./foto.png)\n',
    expected: 'o caminho de uma imagem que existe',
  },
];

test('the dev server keeps to Portuguese, also on a reload while the content is broken', async ({
  page,
  complaints,
}) => {
  const server = new DevServer(project.root);
  try {
    await patient.poll(() => server.url).not.toBe('');
    const overlay = page.locator('vite-error-overlay');
    const address = `${server.url}/planos/tecnologia`;
    await page.goto(address);

    for (const { title, from, to, expected } of STUMBLES) {
      await test.step(title, async () => {
        const saidBefore = server.output.length;
        writeFileSync(
          plan,
          intact.replace(from, () => to),
        );
        await patient(overlay.locator('#message-content')).toContainText(expected);

        const response = await page.goto(address);
        expect(response?.status()).toBe(500);
        await patient(page.locator('pre')).toContainText(expected);
        await patient(overlay.locator('#message-content')).toContainText(expected);
        await expect(overlay.locator('#message-content')).not.toContainText('at ');
        expect(server.output.slice(saidBefore)).toContain(expected);
        expect(server.output.slice(saidBefore)).not.toMatch(ENGLISH);

        writeFileSync(plan, intact);
        const heading = { level: 1, name: 'Suporte em Tecnologia Avançado' };
        await patient(page.getByRole('heading', heading)).toBeVisible();
        await expect(overlay).toHaveCount(0);
      });
    }

    // A logo that vanishes is no change of a text.
    const logo = join(project.contentFolder, 'clients/serra-mel.svg');
    const drawing = readFileSync(logo);
    await page.goto(server.url);
    rmSync(logo);
    await patient(overlay.locator('#message-content')).toContainText('“./serra-mel.svg”');
    await page.reload();
    await patient(page.locator('pre')).toContainText('“./serra-mel.svg”');
    writeFileSync(logo, drawing);
    await patient(page.getByRole('contentinfo')).toBeVisible();
  } finally {
    writeFileSync(plan, intact);
    // Open, it would miss the server.
    await page.close();
    await server.stop();
  }
  // The dev server reloads pages that are still loading.
  const serious = complaints.filter((text) => !text.startsWith(INTERRUPTED));
  complaints.splice(0, Infinity, ...serious);
});

test('a build takes what the check takes: a file that names its schema, and a note to colleagues', () => {
  const client = join(project.contentFolder, 'clients/serra-mel.json');
  const intactClient = readFileSync(client, 'utf8');
  writeFileSync(client, intactClient.replace('{', '{ "$schema": "../clients.schema.json",'));
  writeFileSync(plan, `\uFEFF${intact}\n<!-- só entre nós --> Um **texto**.\n`);
  project.build();
  writeFileSync(client, intactClient);
  writeFileSync(plan, intact);
  const page = readFileSync(join(project.siteFolder, 'planos/tecnologia.html'), 'utf8');
  expect(page.includes('<p>Um <strong>texto</strong>.</p>')).toBe(true);
  expect(page.includes('só entre nós')).toBe(false);
});

test('a build that names no repository has no editor', () => {
  project.build({ CMS_REPO: '', CMS_BACKEND: '' });
  expect(existsSync(join(project.siteFolder, 'index.html'))).toBe(true);
  expect(existsSync(join(project.siteFolder, 'admin'))).toBe(false);
});
