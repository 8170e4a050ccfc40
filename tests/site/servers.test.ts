/** nginx and Caddy with the configuration from the build. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { findOnPath } from '../../local/machine.ts';
import { TEST_BUILDS, type TestBuild } from '../support/builds.ts';
import { answersOf, testAnswers, type Answers, type Host } from '../support/host-answers.ts';
import { nginxHasBrotli, startServer } from './support/servers.ts';

const SITE = TEST_BUILDS.configured.environment.SITE_URL;

/** Guarantees of a self-hosted server beyond those of every host. */
const SERVER_ANSWERS: Answers = {
  'a visitor’s old link keeps its query': {
    '/index?utm_source=carta': '/?utm_source=carta',
    '/planos/?utm_source=carta': '/planos?utm_source=carta',
  },
  'only file names are redirected': {
    '/planos/index.html': '/planos/',
    '/meuindex.html': '/meuindex',
  },
  'repeated slashes are merged': {
    '//planos?utm_source=carta': '/planos?utm_source=carta',
    '/planos//tecnologia': '/planos/tecnologia',
    '///': '/',
  },
  // Caddy must neither decode nor expand these into another path.
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
    '/planos/404': { status: 404, file: 'planos/404.html' },
    '/planos/tecnologia.html.br': { status: 404, file: 'planos/404.html' },
    '/index.html.br': { status: 404, file: '404.html' },
  },
  'pages are in UTF-8': {
    '/planos': { headers: { 'content-type': 'text/html; charset=utf-8' } },
  },
};

/** Paths that a careless redirect copies into `Location` decoded, or mistakes for a host. */
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

/** Paths that could leak a file or crash the server. */
const PROBES = [
  '/../../secret',
  '/_astro/..%2f..%2f..%2fsecret',
  '/.git/config',
  // File lookup by glob treats the backslash as an escape.
  '/_astro/..%5C_headers',
  // Invalid names: Linux limits a name to 255 bytes and a path to 4,096.
  '/planos/%00',
  `/planos/${'%C3%A9'.repeat(255)}`,
  `${'/aaaaaaa'.repeat(512)}/a`,
  '/planos%2f',
];

const BUILDS: TestBuild[] = [TEST_BUILDS.configured, TEST_BUILDS.subpath];

for (const program of ['nginx', 'caddy'] as const) {
  const isMissing = findOnPath(program) === undefined;

  describe.skipIf(isMissing).each(BUILDS)(
    `${program} on $folder (needs ${program} on the PATH)`,
    (build) => {
      const { folder, base = '' } = build;
      let server: Host;
      beforeAll(async () => {
        server = await startServer(program, build);
        return server.stop;
      });
      const ask: Host['ask'] = (path, headers) => server.ask(base + path, headers);

      testAnswers((path) => server.ask(path), build, { ...answersOf(build), ...SERVER_ANSWERS });

      test('an attacker finds no secret, no error and no server version', async () => {
        for (const path of PROBES) {
          expect([301, 400, 404], path).toContain((await ask(path)).status);
        }
        expect((await ask('/')).headers['server'] ?? '').not.toMatch(/\d/);
      });

      test('an attacker cannot use a redirect to leave the site or to inject a header', async () => {
        const host = new URL(SITE).host;
        for (const path of TRICKS.flatMap((trick) => [trick, base + trick, SITE + trick])) {
          const { status, headers } = await server.ask(path, { host });
          expect([200, 301, 400, 404], path).toContain(status);
          expect(headers).not.toHaveProperty('x-inj');
          const location = String(headers['location'] ?? '/');
          expect(location).not.toMatch(/[\s\\]/);
          expect(new URL(location, SITE).origin, path).toBe(SITE);
        }
      });

      test.each(program === 'nginx' && !nginxHasBrotli ? ['gzip'] : ['gzip', 'br'])(
        'a browser that accepts %s gets the precompressed copy, and a 304 while it is unchanged',
        async (encoding) => {
          const request = { 'accept-encoding': encoding };
          const { headers, body } = await ask('/', request);
          expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
          expect(body).toEqual(readFileSync(`${folder}/index.html.${encoding.replace('ip', '')}`));
          const again = await ask('/', { ...request, 'if-none-match': headers['etag'] });
          expect([again.status, again.body?.length]).toEqual([304, 0]);
        },
      );

      if (base === '') return;
      test('the site starts at its base path and serves nothing outside', async () => {
        const { status, headers } = await server.ask(`${base}?utm_source=carta`);
        expect([status, headers['location']]).toEqual([301, `${base}/?utm_source=carta`]);
        expect((await server.ask(`${base}s`)).status).toBe(404);
      });
    },
  );
}
