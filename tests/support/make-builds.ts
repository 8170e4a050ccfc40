/**
 * Builds the site once for each configuration that tests look at, with the tests' own content: what editors
 * save must not change what tests see. The backend's host exists only in the tests' browser, which routes it
 * to a local port.
 */
import { cpSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkFolder } from '@site/content/folder';
import { report } from '@site/content/report';
import { SITE_CONTENT } from '../../src/schemas/collections.ts';
import { TEST_BUILDS, type BuildName, type TestBuild } from './builds.ts';
import { completeContent, leaveOutOptionalFacts } from './complete-content.ts';
import { FROZEN_CONTENT } from './frozen-content.ts';
import { ProjectCopy } from './project-copy.ts';

const issues = await checkFolder(SITE_CONTENT, FROZEN_CONTENT);
if (issues.length > 0) throw new Error(report(issues, 'tests/content/'));

/** What sets a build's content apart from tests/content. */
const CONTENT_CHANGES: Partial<Record<string, (folder: string) => void | Promise<void>>> = {
  subpath: leaveOutOptionalFacts,
  complete: completeContent,
} satisfies Partial<Record<BuildName, unknown>>;

function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

using project = new ProjectCopy().create();
// Each is the production build with these variables, from whichever file an operator may use; an empty one
// counts as unset.
for (const [name, build] of Object.entries<TestBuild>(TEST_BUILDS)) {
  const { folder, environment, envFile, contentFolder } = build;
  copyFolder(FROZEN_CONTENT, project.contentFolder);
  await CONTENT_CHANGES[name]?.(project.contentFolder);
  if (contentFolder !== undefined) copyFolder(project.contentFolder, resolve(contentFolder));
  project.build(environment, resolve(folder), envFile);
  console.log(`built ${folder}`);
}
