/** How each host answers visitors, and where hosts differ: docs/deploy.md says the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { TEST_BUILDS } from '../support/builds.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { answersOf, testAnswers, type Host } from './support/host-answers.ts';
import { startPages, startWorkers } from './support/cloudflare.ts';
import { startNetlify } from './support/netlify.ts';
import { startVercel } from './support/vercel.ts';

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

/** Not covered: the hosts' networks, and rewriting in a Cloudflare zone. */
describe.each([
  { name: 'Cloudflare Pages', start: startPages },
  { name: 'Cloudflare Workers', start: startWorkers },
  {
    name: 'Netlify',
    start: startNetlify,
    differs: ['a page is not served under its file name'],
    untried: ['a redirect has the security headers', 'files for hosts are hidden'],
  },
  {
    name: 'Vercel',
    start: startVercel,
    // Vercel serves a single not-found page, which shows the plan's text by script.
    differs: [
      'an unknown plan returns a 404 page of its own',
      'a redirect has the security headers',
      'files for hosts are hidden',
    ],
  },
])('$name', ({ start, ...exceptions }) => {
  let host: Host;
  beforeAll(async () => {
    host = await start(BUILD.folder);
    return host.stop;
  });
  testAnswers((path) => host.ask(path), BUILD, answersOf(BUILD), exceptions);
});
