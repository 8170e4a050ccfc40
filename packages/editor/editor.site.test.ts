import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEST_BUILDS } from '@site/test-support/builds';

test('a site that names no repository has no editor', () => {
  expect(existsSync(`${TEST_BUILDS.configured.folder}/admin`)).toBe(false);
});

test('the editor names the site’s components without the folder of the machine that built them', () => {
  const scripts = globSync(`${TEST_BUILDS.complete.folder}/admin/files/*.js`);
  const names = scripts.flatMap(
    (file) => readFileSync(file, 'utf8').match(/[\w/.-]+\w\.astro\b/g) ?? [],
  );
  expect(names).toContain('Clients.astro');
  expect(names.filter((name) => name.includes('/src/'))).toEqual([]);
});
