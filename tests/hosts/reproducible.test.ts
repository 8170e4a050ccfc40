import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ProjectCopy } from '../support/project-copy.ts';
import { TEST_BUILDS } from '../support/builds.ts';

const BUILD_TIMEOUT_MS = 300_000;

/** Variables that Vitest sets, with which React and Astro build for development. */
const VITEST_VARIABLES = ['NODE_ENV', 'MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'TEST', 'VITEST'];

test(
  'two builds in different folders are byte-for-byte identical',
  { timeout: BUILD_TIMEOUT_MS },
  () => {
    const project = new ProjectCopy().create();
    try {
      const { folder, environment } = TEST_BUILDS.configured;
      for (const name of VITEST_VARIABLES) Reflect.deleteProperty(process.env, name);
      project.build(environment);
      const args = ['diff', '--no-index', '--stat', folder, project.siteFolder];
      const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
      expect([stdout, status]).toEqual(['', 0]);
    } finally {
      project.remove();
    }
  },
);
