import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ProjectCopy } from '../support/project-copy.ts';
import { TEST_BUILDS } from '../support/builds.ts';

test('two builds in different folders are byte-for-byte identical', () => {
  using project = new ProjectCopy().create();
  const { folder, environment } = TEST_BUILDS.configured;
  project.build(environment);
  const args = ['diff', '--no-index', '--stat', folder, project.siteFolder];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});
