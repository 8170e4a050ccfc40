/** Where an editor meets a mistake: in the build, in the terminal, over the page. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page, Response } from '@playwright/test';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { DevServer } from './support/dev-server.ts';
import { expect, test } from './support/fixtures.ts';
import { ProjectCopy } from '../../scripts/project-copy.ts';

const TIMEOUT_MS = 180_000;
const patient = expect.configure({ timeout: 60_000 });

// One worker, one copy of the project, one dev server.
test.describe.configure({ mode: 'default', timeout: TIMEOUT_MS });
test.use({ baseURL: '' });

const project = new ProjectCopy();
const plan = join(project.contentFolder, 'plans/tecnologia.md');
const intact = readFileSync(join(FROZEN_CONTENT, 'plans/tecnologia.md'), 'utf8');
const broken = intact.replace(/^order: 1$/m, 'order: <b>um</b>');

const HEADING = 'Suporte em Tecnologia Avançado';

const REPORT = `Há 1 erro no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Ordem” (order)
  Esperado: um número
  Encontrado: “<b>um</b>”`;

/** The overlay may take a message for HTML, so it gets none. */
const IN_OVERLAY = REPORT.replaceAll('<', '‹').replaceAll('>', '›');

/** What Astro and Vite say of an error. */
const ENGLISH = /\bat .*:\d+|Error:|Error reading|Failed to|ImageNotFound|not found/;

const OVERLAY = 'vite-error-overlay';
const MESSAGE = `${OVERLAY} #message-content`;

/** What a page says whose scripts a reload of the dev server interrupts. */
const INTERRUPTED = 'Failed to fetch dynamically imported module';

/**
 * Opens an address in a new tab instead of this one, which the dev server may reload at the very
 * moment of leaving it: the browser then gives up the new address for the old.
 */
async function openAnew(
  page: Page,
  address: string,
): Promise<{ tab: Page; response: Response | null }> {
  const tab = await page.context().newPage();
  const response = await tab.goto(address, { waitUntil: 'commit' });
  await page.close();
  return { tab, response };
}

/** Runs a dev server for the time of a visit, and tells what it said where the visit goes wrong. */
async function whileServing(visit: (server: DevServer) => Promise<void>): Promise<void> {
  const server = new DevServer(project.root);
  try {
    await visit(server);
  } catch (error) {
    (error as Error).message += `\n\nThe dev server said:\n${server.output}`;
    throw error;
  } finally {
    await server.stop();
  }
}

test.afterEach(({ complaints }) => {
  const serious = complaints.filter((text) => !text.startsWith(INTERRUPTED));
  complaints.splice(0, Infinity, ...serious);
});

test.beforeAll(() => {
  project.create();
});

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
  await whileServing(async (server) => {
    await patient.poll(() => server.output).toContain(REPORT);
    expect(server.output).toContain('O servidor começa assim que o conteúdo estiver em ordem.');
    writeFileSync(plan, intact);
    await patient.poll(() => server.url).not.toBe('');

    await page.goto(`${server.url}/planos/tecnologia`);
    await expect(page.locator(OVERLAY)).toHaveCount(0);
    const saidBefore = server.output.length;
    writeFileSync(plan, broken);
    await patient(page.locator(MESSAGE)).toHaveText(IN_OVERLAY);
    expect(server.output.slice(saidBefore)).toContain(REPORT);

    const { tab: list } = await openAnew(page, `${server.url}/planos`);
    await patient(list.locator(MESSAGE)).toHaveText(IN_OVERLAY);
    writeFileSync(plan, intact);
    await patient(list.locator(OVERLAY)).toHaveCount(0);

    const { tab: editor } = await openAnew(list, `${server.url}/admin/`);
    await patient(
      editor.getByRole('button', { name: 'Trabalhar com Repositório Local' }),
    ).toBeVisible();
  });
});

test('the dev server shows what was saved last, however soon after a mistake and in whatever way', async ({
  page,
}) => {
  const renamed = join(project.contentFolder, 'plans/ti.md');
  writeFileSync(plan, broken);
  await whileServing(async (server) => {
    await patient.poll(() => server.output).toContain(REPORT);
    // Some editors write another file and give it the name.
    for (const text of [broken.replace('um', 'dois'), intact]) {
      writeFileSync(`${plan}~`, text);
      renameSync(`${plan}~`, plan);
      if (text !== intact) await patient.poll(() => server.output).toContain('<b>dois</b>');
    }
    await patient.poll(() => server.url).not.toBe('');
    await page.goto(`${server.url}/planos/tecnologia`);

    for (const gapMs of [0, 10, 25, 45, 100, 300]) {
      const name = `Salvo após ${gapMs} ms`;
      writeFileSync(plan, broken);
      await setTimeout(gapMs);
      writeFileSync(
        plan,
        intact.replace(HEADING, () => name),
      );
      await patient(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }

    // A name that is taken back: the file that is gone was there when the mistake was found.
    const saidBefore = server.output.length;
    renameSync(plan, renamed);
    await patient(page.locator(MESSAGE)).toContainText('tecnologia');
    renameSync(renamed, plan);
    await patient(page.locator(OVERLAY)).toHaveCount(0);
    await patient(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(server.output.slice(saidBefore)).not.toMatch(ENGLISH);

    // Open, it would miss the server.
    await page.close();
  });
  writeFileSync(plan, intact);
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

test('the dev server keeps to Portuguese, also to a page opened while the content is broken', async ({
  page,
}) => {
  let tab = page;
  await whileServing(async (server) => {
    await patient.poll(() => server.url).not.toBe('');
    const address = `${server.url}/planos/tecnologia`;
    await tab.goto(address);

    for (const { title, from, to, expected } of STUMBLES) {
      await test.step(title, async () => {
        const saidBefore = server.output.length;
        writeFileSync(
          plan,
          intact.replace(from, () => to),
        );
        await patient(tab.locator(MESSAGE)).toContainText(expected);

        const opened = await openAnew(tab, address);
        tab = opened.tab;
        expect(opened.response?.status()).toBe(500);
        await patient(tab.locator('pre')).toContainText(expected);
        await patient(tab.locator(MESSAGE)).toContainText(expected);
        await expect(tab.locator(MESSAGE)).not.toContainText('at ');
        expect(server.output.slice(saidBefore)).toContain(expected);
        expect(server.output.slice(saidBefore)).not.toMatch(ENGLISH);

        // With the mistake's name for a heading: what shows then is what was saved last.
        writeFileSync(
          plan,
          intact.replace(HEADING, () => title),
        );
        await patient(tab.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(tab.locator(OVERLAY)).toHaveCount(0);
      });
    }

    writeFileSync(plan, intact);
    await patient(tab.getByRole('heading', { level: 1, name: HEADING })).toBeVisible();

    // A logo that vanishes is no change of a text.
    const logo = join(project.contentFolder, 'clients/serra-mel.svg');
    const drawing = readFileSync(logo);
    ({ tab } = await openAnew(tab, server.url));
    await patient(tab.getByRole('contentinfo')).toBeVisible();
    rmSync(logo);
    await patient(tab.locator(MESSAGE)).toContainText('“./serra-mel.svg”');
    ({ tab } = await openAnew(tab, server.url));
    await patient(tab.locator('pre')).toContainText('“./serra-mel.svg”');
    writeFileSync(logo, drawing);
    await patient(tab.getByRole('contentinfo')).toBeVisible();
    // Open, it would miss the server.
    await tab.close();
  });
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
