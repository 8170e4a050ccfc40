/** How each host answers visitors, and where hosts differ: docs/deploy.md says the same. */
import { beforeAll, describe } from 'vitest';
import { TEST_BUILDS } from '../support/builds.ts';
import { answersOf, testAnswers, type Host } from './support/host-answers.ts';
import { startPages, startWorkers } from './support/cloudflare.ts';
import { startNetlify } from './support/netlify.ts';
import { startVercel } from './support/vercel.ts';

const BUILD = TEST_BUILDS.configured;

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
