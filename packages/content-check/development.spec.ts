/** How builds and the dev server show broken content to whoever edits files. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, patient, test } from '@site/test-support/browser/dev-server';
import { ProjectCopy } from '@site/test-support/project-copy';

const PLAN = 'plans/tecnologia.md';
const intact = readFileSync(join(FROZEN_CONTENT, PLAN), 'utf8');
const broken = intact.replace(/^order: 1$/m, 'order: <b>um</b>');
const named = (name: string) => intact.replace('Suporte em Tecnologia Avançado', () => name);

const REPORT = `Há 1 erro no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Posição” (order)
  Esperado: um número
  Encontrado: “<b>um</b>”`;

/** Error output of Astro and Vite. */
const ENGLISH = /\bat .*:\d+|Error:|Error reading|Failed to|ImageNotFound|not found/;

test('a build with broken content prints the content errors and nothing else', () => {
  const project = new ProjectCopy().create();
  writeFileSync(join(project.contentFolder, PLAN), broken);
  let said = '';
  try {
    project.build();
  } catch (error) {
    said = (error as Error).message;
  } finally {
    project.remove();
  }
  expect(said.trim().endsWith(REPORT)).toBe(true);
  expect(said).not.toMatch(/\bat .*\.js:\d+|\[ERROR\]|Hint/);
});

test('an editor sees the errors instead of the page until they are fixed', async ({
  page,
  project,
}) => {
  const content = project.contentFolder;
  const plan = join(content, PLAN);
  const expectPage = (name: string) =>
    patient(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const before = project.said().length;
  writeFileSync(plan, broken);
  const response = await page.goto('/planos/tecnologia');
  expect(response?.status()).toBe(500);
  await expect(page.locator('pre')).toHaveText(REPORT);

  await test.step('the page returns once the file is saved', async () => {
    writeFileSync(plan, named('Corrigido, com o mesmo tamanho de antes'));
    await expectPage('Corrigido, com o mesmo tamanho de antes');
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
  expect(project.said().slice(before)).not.toMatch(ENGLISH);
});
