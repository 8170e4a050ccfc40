/** What visitors get from each host, and where hosts differ: docs/deploy.md says the same. */
import { afterAll, beforeAll, describe } from 'vitest';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { answersOf, testAnswers, type Host, type Sentence } from '../support/host-answers.ts';
import { startPages, startWorkers } from './support/cloudflare.ts';
import { startNetlify } from './support/netlify.ts';
import { startVercel } from './support/vercel.ts';

const BUILD = TEST_BUILDS.configured;

interface Kind {
  start: (built: string) => Promise<Host>;
  /** What is not true of it, by its nature. */
  differs?: Sentence[];
  /** What its tools cannot show offline. */
  untried?: Sentence[];
}

/** Besides, nobody tries the hosts' networks here, and what a zone of Cloudflare rewrites. */
const HOSTS: Record<string, Kind> = {
  'Cloudflare Pages': { start: startPages },
  'Cloudflare Workers': { start: startWorkers },
  Netlify: {
    start: startNetlify,
    untried: ['they come with a redirect', 'files for hosts are hidden'],
  },
  Vercel: {
    start: startVercel,
    // Its settings are read before the build knows its files, and it has one not-found page.
    differs: [
      'of a plan it says so',
      'they come with a redirect',
      'one that is gone is asked for again',
      'files for hosts are hidden',
    ],
  },
};

describe.each(Object.entries(HOSTS))('%s', (_, { start, differs = [], untried = [] }) => {
  let host: Host | undefined;
  beforeAll(async () => {
    host = await start(BUILD.folder);
  });
  afterAll(() => host?.stop());

  const answers = Object.entries(answersOf(BUILD));
  const tried = answers.filter(([sentence]) => !untried.some((it) => it === sentence));
  testAnswers((path) => host?.ask(path), BUILD, Object.fromEntries(tried), differs);
});
