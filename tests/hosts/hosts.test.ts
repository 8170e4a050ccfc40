/** How a host's own server answers visitors. For the others, `npm run check:live` asks the deployed site. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { TEST_BUILDS } from '../support/builds.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { answersOf, testAnswers, type Host } from './support/host-answers.ts';
import { startPages, startWorkers } from './support/cloudflare.ts';
import { startNginx } from './support/nginx.ts';

/** The site with the guide's redirects. */
const project = new ProjectCopy().create();
const [redirects = ''] = /redirects: \{[^}]*\},/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
const config = join(project.root, 'astro.config.mjs');
const options = 'export default defineConfig({';
writeFileSync(config, readFileSync(config, 'utf8').replace(options, `${options}${redirects}`));
project.build(TEST_BUILDS.configured.environment);
const BUILD = { ...TEST_BUILDS.configured, folder: project.siteFolder };

afterAll(() => {
  project.remove();
});

describe.each([
  { name: 'Cloudflare Pages', start: startPages },
  { name: 'Cloudflare Workers', start: startWorkers },
  // nginx serves what lies in the folder, under a page's file name too.
  { name: 'nginx', start: startNginx, differs: ['a page is not served under its file name'] },
])('$name', ({ start, differs }) => {
  let host: Host;
  beforeAll(async () => {
    host = await start(BUILD.folder);
    return host.stop;
  });
  testAnswers((path) => host.ask(path), BUILD, answersOf(BUILD), differs);
});
