/** nginx and Caddy with the configuration from the build, and the local server that stands for a host. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSite } from '../../local/site-server.ts';
import { findOnPath } from '../../scripts/machine.ts';
import { TEST_BUILDS, type TestBuild } from '../../scripts/test-builds.ts';
import {
  answersOf,
  askWithFetch,
  scriptIn,
  testAnswers,
  type Answers,
} from '../support/host-answers.ts';
import { nginxHasBrotli, startServer, type RunningServer } from './support/servers.ts';

const SITE = TEST_BUILDS.configured.environment.SITE_URL;

/** What an own server does besides what every host does. */
const SERVER_ANSWERS: Answers = {
  'a redirect is for good': { '/index.html': { status: 301 }, '/planos/': { status: 301 } },
  'an old link keeps its query': {
    '/index?utm_source=carta': '/?utm_source=carta',
    '/planos/?utm_source=carta': '/planos?utm_source=carta',
  },
  'only what is the name of a file goes': {
    '/planos/index.html': '/planos/',
    '/meuindex.html': '/meuindex',
  },
  'slashes too many go': {
    '//planos?utm_source=carta': '/planos?utm_source=carta',
    '/planos//tecnologia': '/planos/tecnologia',
    '///': '/',
  },
  // Decoded or filled in by Caddy, they would be another path.
  'characters in codes and in braces stay as they are': {
    '//a%3Fb=c': '/a%3Fb=c',
    '/planos/{env.HOME}.html': '/planos/{env.HOME}',
  },
  'the content editor is a folder': {
    '/admin': '/admin/',
    '/admin/index.html': '/admin/',
    '/admin/?code=1': { status: 200 },
  },
  'copies and not-found pages have no path of their own': {
    '/404': { status: 404, file: '404.html' },
    '/index.html.br': { status: 404, file: '404.html' },
  },
  'each file says what it is, which browsers are told not to guess': {
    '/planos': { headers: { 'content-type': 'text/html; charset=utf-8' } },
    '/favicon.svg': { headers: { 'content-type': 'image/svg+xml' } },
  },
};

/** Paths that a careless redirect copies into `Location` decoded, or takes for its own host. */
const TRICKS = [
  '///evil.example/',
  '/.//evil.example/',
  '/%5Cevil.example.html',
  '/\\evil.example//',
  '/%2F%2Fevil.example/',
  '//%0d%0aX-Inj:1',
  '/planos/%0d%0aX-Inj:1/',
  '/planos/x%0aX-Inj:1.html',
  '/planos/?x=%0d%0aX-Inj:1',
];

const SECRETS = [
  '/../../secret',
  '/_astro/..%2f..%2f..%2fsecret',
  '/.git/config',
  // A server that looks for files by patterns takes the backslash for an escape.
  '/_astro/..%5C_headers',
];

/** Names that no file can have, by Linux's limits of 255 bytes a name and 4,096 a path. */
const IMPOSSIBLE_NAMES = [
  '/planos/%00',
  `/planos/${'%C3%A9'.repeat(255)}`,
  `${'/aaaaaaa'.repeat(512)}/a`,
  '/planos%2f',
];

const BUILDS: TestBuild[] = [TEST_BUILDS.configured, TEST_BUILDS.subpath];

describe.each(BUILDS)('$folder', (build) => {
  const { folder, base = '' } = build;
  const script = scriptIn(folder);

  for (const program of ['nginx', 'caddy'] as const) {
    describe.skipIf(findOnPath(program) === undefined)(program, () => {
      let server: RunningServer;
      beforeAll(async () => {
        server = await startServer(program, build);
      });
      afterAll(() => server.stop());
      const ask: RunningServer['ask'] = (path, options) => server.ask(base + path, options);
      const askTaking = (encoding: string, path: string) =>
        ask(path, { headers: { 'accept-encoding': encoding } });

      testAnswers((path) => server.ask(path), build, { ...answersOf(build), ...SERVER_ANSWERS });

      test('an attacker finds no secret, nor the version of the server', async () => {
        for (const path of SECRETS) {
          expect([301, 400, 404], path).toContain((await ask(path)).status);
        }
        expect((await ask('/')).headers['server'] ?? '').not.toMatch(/\d/);
      });

      test('an attacker has no link lead away from the site or send a header', async () => {
        const headers = { host: new URL(SITE).host };
        for (const path of TRICKS.flatMap((trick) => [trick, base + trick, SITE + trick])) {
          const answer = await server.ask(path, { headers });
          expect([200, 301, 400, 404], path).toContain(answer.status);
          expect(answer.headers).not.toHaveProperty('x-inj');
          const location = String(answer.headers['location'] ?? '/');
          expect(location).not.toMatch(/[\s\\]/);
          expect(new URL(location, SITE).origin, path).toBe(SITE);
        }
      });

      test('what no file can be called is not found, and no error', async () => {
        for (const path of IMPOSSIBLE_NAMES) expect([400, 404]).toContain((await ask(path)).status);
      });

      test('nothing can be posted to the site', async () => {
        expect((await ask('/', { method: 'POST' })).status).toBe(405);
      });

      test('a page that has not changed is not sent again', async () => {
        const { headers } = await ask('/planos');
        const again = await ask('/planos', {
          headers: { 'if-none-match': String(headers['etag']) },
        });
        expect([again.status, again.body.length]).toEqual([304, 0]);
      });

      test('a browser that takes gzip gets the copy from the build', async () => {
        const { headers, body } = await askTaking('gzip', '/');
        expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
        expect(body).toEqual(readFileSync(`${folder}/index.html.gz`));
      });

      test.skipIf(program === 'nginx' && !nginxHasBrotli)('so it does of Brotli', async () => {
        const { headers, body } = await askTaking('br', script);
        expect(headers['content-encoding']).toBe('br');
        expect(brotliDecompressSync(body)).toEqual(readFileSync(folder + script));
      });

      test.skipIf(base === '')('the site begins at its path, and ends there', async () => {
        const { status, headers } = await server.ask(`${base}?utm_source=carta`);
        expect([status, headers['location']]).toEqual([301, `${base}/?utm_source=carta`]);
        expect((await server.ask(`${base}s`)).status).toBe(404);
      });
    });
  }

  describe('the local server', () => {
    let server: Awaited<ReturnType<typeof serveSite>>;
    beforeAll(async () => {
      server = await serveSite(build);
    });
    afterAll(() => server.stop());

    // Nobody comes to it by an old link.
    testAnswers((path) => askWithFetch(server.url)(path), build, answersOf(build), [
      'each page has one path',
      'files for hosts are hidden',
    ]);
  });
});
