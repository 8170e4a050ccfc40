/**
 * Builds the site once for each configuration that the browser tests look at, with the tests' own
 * content: what editors save must not change what tests see. The backend's host exists only in the
 * tests' browser, which is told where to find it: ports are known only later.
 */
import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { completeContent } from '../tests/support/complete-content.ts';
import { ProjectCopy } from './project-copy.ts';
import { TEST_BUILDS, type TestBuild } from './test-builds.ts';

const project = new ProjectCopy().create();
try {
  // Each is the production build with these variables; an empty one counts as unset.
  for (const { folder, environment, contentFolder } of Object.values<TestBuild>(TEST_BUILDS)) {
    if (contentFolder !== undefined) {
      await completeContent(project.contentFolder);
      cpSync(project.contentFolder, resolve(contentFolder), { recursive: true });
    }
    project.build(environment, resolve(folder));
    console.log(`built ${folder}`);
  }
} finally {
  project.remove();
}
