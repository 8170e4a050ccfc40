/** How each host answers visitors, and where hosts differ: docs/deploy.md says the same. */
import { beforeAll, describe } from 'vitest';
import { TEST_BUILDS } from '../support/builds.ts';
import { answersOf, testAnswers, type Host } from '../support/host-answers.ts';
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
    untried: ['a redirect has the security headers', 'files for hosts are hidden'],
  },
  {
    name: 'Vercel',
    start: startVercel,
    // Vercel reads its settings before the build knows its files, and serves a single not-found page.
    differs: [
      'a plan that moved leaves its path to another',
      'an unknown plan returns a 404 page of its own',
      'a redirect has the security headers',
      'a missing hashed file is revalidated',
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
