/** Whoever does without an integration deletes it as its README says, and the site builds. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from '../support/project-copy.ts';

const project = new ProjectCopy();
beforeAll(() => {
  project.create();
});
afterAll(() => {
  project.remove();
});

function edit(file: string, pattern: RegExp, replacement: string): void {
  const path = join(project.root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
}

function remove(name: string): void {
  rmSync(join(project.root, 'integrations', name), { recursive: true });
  edit('astro.config.mjs', new RegExp(`^import .*integrations/${name}/.*\n`, 'm'), '');
  edit('astro.config.mjs', new RegExp(`^    ${name}\\((?:.*\\)|[^]*?^    \\}\\)),\n`, 'm'), '');
}

const home = () => readFileSync(join(project.siteFolder, 'index.html'), 'utf8');

test('without the editor, without its work on built pages, without islands on intent', () => {
  remove('editor');
  rmSync(join(project.root, 'src/editor-site.ts'));
  project.build({ CMS_REPO: 'empresa/site' });
  expect(globSync('admin/**', { cwd: project.siteFolder })).toEqual([]);

  remove('pages');
  project.build();
  expect(home()).toContain('http-equiv="content-security-policy"');

  remove('islands');
  for (const file of globSync('src/**/*.astro', { cwd: project.root })) {
    edit(file, /client:intent=\{\{.*\}\}/g, 'client:visible');
  }
  project.build();
  expect(home()).toContain('client="visible"');
});
