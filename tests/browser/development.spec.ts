/** `npm run dev`: how an editor and a developer see errors. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from '../../local/machine.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { expectConsoleErrors } from '../support/browser/console-errors.ts';
import { expect, test } from '../support/browser/fixtures.ts';

const TIMEOUT_MS = 180_000;
const patient = expect.configure({ timeout: 60_000 });

const project = new ProjectCopy();
const content = project.contentFolder;
const plan = join(content, 'plans/tecnologia.md');
const intact = readFileSync(join(FROZEN_CONTENT, 'plans/tecnologia.md'), 'utf8');
const broken = intact.replace(/^order: 1$/m, 'order: <b>um</b>');
const named = (name: string) => intact.replace('Suporte em Tecnologia Avançado', () => name);

const REPORT = `Há 1 erro no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Posição” (order)
  Esperado: um número
  Encontrado: “<b>um</b>”`;

/** Error output of Astro and Vite. */
const ENGLISH = /\bat .*:\d+|Error:|Error reading|Failed to|ImageNotFound|not found/;

// Serial: one worker, one copy of the project.
test.describe.configure({ mode: 'default', timeout: TIMEOUT_MS });
test.use({ baseURL: '' });

test.beforeAll(() => {
  project.create();
  writeFileSync(plan, broken);
});

test.afterAll(() => {
  project.remove();
});

test('a build with broken content prints the content errors and nothing else', () => {
  let said = '';
  try {
    project.build();
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said.trim().endsWith(REPORT)).toBe(true);
  expect(said).not.toMatch(/\bat .*\.js:\d+|\[ERROR\]|Hint/);
});

test('a build fails with the error when Markdown cannot be rendered, and publishes no site without plans', () => {
  writeFileSync(plan, intact);
  const plugin = join(project.root, 'packages/content/markdown/headings.ts');
  const source = readFileSync(plugin, 'utf8');
  writeFileSync(plugin, source.replace('core.ruler.push', "throw new Error('broken plugin');\n$&"));
  expect(() => {
    project.build();
  }).toThrow('broken plugin');
  writeFileSync(plugin, source);
  writeFileSync(plan, broken);
});

test.describe('on the dev server', () => {
  let server: ChildProcess;
  let output = '';
  /** Undefined until it has started on a free port. */
  const serverUrl = () => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';

  test.beforeAll(async () => {
    const [program = '', ...args] = commandOf('astro', 'dev', '--port', '0');
    server = spawn(program, args, {
      cwd: project.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CMS_REPO: '' },
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    await patient.poll(serverUrl).not.toBe('');
  });

  test.afterAll(async () => {
    // On SIGTERM, Vite first finishes its pending work; there is nothing to save here.
    server.kill('SIGKILL');
    await once(server, 'exit');
  });

  test.afterEach(async ({ page }) => {
    // An open page would log errors about the lost server.
    await page.close();
  });

  test('an editor sees the errors instead of the page until they are fixed, and keeps access to the editor', async ({
    page,
  }) => {
    const expectPage = (name: string) =>
      patient(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const response = await page.goto(`${serverUrl()}/planos/tecnologia`);
    expect(response?.status()).toBe(500);
    await expect(page.locator('pre')).toHaveText(REPORT);
    expect(output).toContain(REPORT);

    await test.step('the editor stays available', async () => {
      // In a tab of its own: the report reloads whenever the server has news.
      const editor = await page.context().newPage();
      await editor.goto(`${serverUrl()}/admin/`);
      const local = editor.getByRole('button', { name: 'Trabalhar com Repositório Local' });
      await patient(local).toBeVisible();
      await editor.close();
    });

    await test.step('the editor’s script follows a change to code that it shares with the function', async () => {
      const script = async () => (await fetch(`${serverUrl()}/admin/editor.js`)).text();
      const before = await script();
      appendFileSync(
        join(project.root, 'supabase/functions/_shared/phone.ts'),
        'Object.assign(globalThis, { isChanged: true });\n',
      );
      await patient.poll(script).not.toBe(before);
    });

    await test.step('the page returns once the file is saved', async () => {
      writeFileSync(plan, named('Corrigido'));
      await expectPage('Corrigido');
    });

    await test.step('an open page becomes the report', async () => {
      writeFileSync(plan, broken);
      await patient(page.locator('pre')).toHaveText(REPORT);
    });

    await test.step('a program saves a file by renaming another, and in two steps', async () => {
      writeFileSync(`${plan}~`, named('De outro jeito'));
      renameSync(`${plan}~`, plan);
      await expectPage('De outro jeito');
      writeFileSync(plan, '');
      writeFileSync(plan, named('Em dois passos'));
      await expectPage('Em dois passos');
    });

    await test.step('a picture is renamed and gets its name back', async () => {
      const logo = `${content}/clients/serra-mel.svg`;
      renameSync(logo, `${logo}.old`);
      await patient(page.locator('pre')).toContainText('“./serra-mel.svg”');
      renameSync(`${logo}.old`, logo);
      await expectPage('Em dois passos');
    });
    expect(output).not.toMatch(ENGLISH);
  });

  test('a developer sees the scripts of the pages run as in the build', async ({ page }) => {
    // A reload by the server would disturb the visit.
    writeFileSync(plan, named('Intacto'));
    const served = async () =>
      (
        await fetch(`${serverUrl()}/planos/tecnologia`, { headers: { accept: 'text/html' } })
      ).text();
    await patient.poll(served).toContain('Intacto');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.clock.setFixedTime('2031-03-01T12:00:00-03:00');
    // The packages lie outside the copy of the project.
    expectConsoleErrors(page, /^Failed to load resource: .* 403 .*\/@fs\/.*\/node_modules\//);
    // On the first visit, Vite finds packages to bundle, and reloads the page.
    await page.goto(serverUrl(), { waitUntil: 'networkidle' });
    await page.goto(serverUrl());
    await expect(page.getByRole('contentinfo')).toContainText('© 2031');
    await expect(page.locator('[type=speculationrules]')).toHaveCount(0);

    await page.locator('summary').evaluate((summary: HTMLElement) => {
      summary.click();
      document.querySelector<HTMLElement>('.menu a[href$="#contato"]')?.click();
    });
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
    await expect(page.locator('.reveal').last()).toHaveAttribute('data-reveal');
  });
});
