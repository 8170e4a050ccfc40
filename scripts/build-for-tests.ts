/**
 * Builds the site once for each configuration that tests look at, with the tests' own content: what editors
 * save must not change what tests see. The backend's host exists only in the tests' browser, which routes it
 * to a local port.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { completeContent } from '../tests/support/complete-content.ts';
import { makeOtherCompany } from '../tests/support/other-company.ts';
import { ProjectCopy } from '../tests/support/project-copy.ts';
import {
  OTHER_FUNCTIONS,
  PARSED_FILES,
  TEST_BUILDS,
  type TestBuild,
} from '../tests/support/builds.ts';

mkdirSync(dirname(PARSED_FILES), { recursive: true });
writeFileSync(PARSED_FILES, '');
const counter = pathToFileURL(resolve('tests/support/count-parsed-files.ts')).href;
const counting = { NODE_OPTIONS: `--import=${counter}`, COUNT_IN: resolve(PARSED_FILES) };

const { other, ...BUILDS } = TEST_BUILDS;
const keep = (folder: string, at: string) => {
  rmSync(resolve(at), { recursive: true, force: true });
  cpSync(folder, resolve(at), { recursive: true });
};

const project = new ProjectCopy().create();
try {
  // Each is the production build with these variables; an empty one counts as unset.
  for (const { folder, environment, contentFolder } of Object.values<TestBuild>(BUILDS)) {
    if (contentFolder !== undefined) {
      await completeContent(project.contentFolder);
      keep(project.contentFolder, contentFolder);
    }
    const isFirst = folder === TEST_BUILDS.configured.folder;
    project.build({ ...environment, ...(isFirst && counting) }, resolve(folder));
    console.log(`built ${folder}`);
  }
} finally {
  project.remove();
}

const otherProject = new ProjectCopy().create();
try {
  makeOtherCompany(otherProject);
  keep(otherProject.contentFolder, other.contentFolder);
  keep(join(otherProject.root, 'supabase/functions'), OTHER_FUNCTIONS);
  otherProject.build(other.environment, resolve(other.folder));
  console.log(`built ${other.folder}`);
} finally {
  otherProject.remove();
}
