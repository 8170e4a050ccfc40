import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProjectCopy } from '../../scripts/project-copy.ts';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';

const BUILD_TIMEOUT_MS = 300_000;

/** What Vitest tells of itself, by which React and Astro make pages for development. */
const VITEST_VARIABLES = ['NODE_ENV', 'MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'TEST', 'VITEST'];

/** Every file of a folder with its hash. */
function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
  return Object.fromEntries(
    files.map((file) => [file, hash('sha256', readFileSync(join(folder, file)))]),
  );
}

test(
  'two builds in different folders are the same to the byte',
  { timeout: BUILD_TIMEOUT_MS },
  () => {
    const project = new ProjectCopy().create();
    try {
      const { folder, environment } = TEST_BUILDS.configured;
      for (const name of VITEST_VARIABLES) Reflect.deleteProperty(process.env, name);
      project.build(environment);
      expect(hashesOf(project.siteFolder)).toEqual(hashesOf(folder));
    } finally {
      project.remove();
    }
  },
);
