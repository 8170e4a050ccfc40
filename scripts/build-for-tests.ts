/**
 * Builds the site once for each configuration that the browser tests look at. The backend's host
 * exists only in the tests' browser, which is told where to find it: ports are known only later.
 */
import { spawnSync } from 'node:child_process';
import { TEST_BUILDS, type TestBuild } from '../tests/browser/support/builds.ts';

/** Each build is the production build with these variables; an empty one counts as unset. */
function build({ folder, environment }: TestBuild): void {
  const { status } = spawnSync('astro', ['build', '--outDir', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}

for (const testBuild of Object.values(TEST_BUILDS)) {
  build(testBuild);
  console.log(`built ${testBuild.folder}`);
}
