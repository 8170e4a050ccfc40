/** nginx and Caddy, each serving the built site with the configuration that the build generated. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { IMMUTABLE, REVALIDATED, SECURITY_HEADERS } from '../../src/hosting/headers.ts';
import { REAL_SERVERS, type RunningServer } from './support/servers.ts';

const BUILT = TEST_BUILDS.configured.folder;
const SITE = TEST_BUILDS.configured.environment.SITE_URL;
const file = (name: string): string => readFileSync(`${BUILT}/${name}`, 'utf8');
const script = `/_astro/${readdirSync(`${BUILT}/_astro`).find((name) => name.endsWith('.js')) ?? ''}`;

/** Paths that a visitor may type or an old link may hold, and where they lead. */
const REDIRECTS = {
  '/index.html': '/',
  '/index?utm_source=carta': '/?utm_source=carta',
  '/planos/?utm_source=carta': '/planos?utm_source=carta',
  '/planos/tecnologia.html': '/planos/tecnologia',
  '/planos/index.html': '/planos/',
  '/meuindex.html': '/meuindex',
  '//planos?utm_source=carta': '/planos?utm_source=carta',
  '/planos//tecnologia': '/planos/tecnologia',
  '///': '/',
  // Escaped characters stay escaped: decoded, they would be another path.
  '//a%3Fb=c': '/a%3Fb=c',
  '/a%20b.html': '/a%20b',
  // A placeholder of Caddy's, which must not be filled in.
  '/planos/{env.HOME}.html': '/planos/{env.HOME}',
};

/** Paths that a careless redirect copies into `Location` decoded, or takes for its own host. */
const TRICKS = [
  '///evil.example/',
  '/.//evil.example/',
  '//evil.example/index.html',
  '/%5Cevil.example.html',
  '//%5Cevil.example/',
  '/\\evil.example//',
  '/%2F%2Fevil.example/',
  '//%0d%0aX-Inj:1',
  '/planos/%0d%0aSet-Cookie:%20sess=evil/',
  '/planos/x%0aX-Inj:1.html',
  '/planos/?x=%0d%0aX-Inj:1',
  'http://evil.example//evil.example/',
];

const SECRETS = [
  '/../package.json',
  '/_astro/..%2f..%2f..%2f..%2fpackage.json',
  '/.git/config',
  '/_headers',
  '/index.html.br',
  // A server that looks for files by patterns takes the backslash for an escape.
  '/_astro/..%5C_headers',
];

/** Names that no file can have, by Linux's limits of 255 bytes a name and 4,096 a path. */
const IMPOSSIBLE_NAMES = {
  'a zero byte': '/planos/%00',
  'a name that is too long': `/planos/${'%C3%A9'.repeat(255)}`,
  'a path that is too deep': `${'/aaaaaaa'.repeat(512)}/a`,
  'a slash in disguise': '/planos%2f',
};

describe.each(REAL_SERVERS)('$name, with the configuration from the build', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    if (kind.isHere) server = await kind.start(BUILT);
  });
  afterAll(async () => {
    if (kind.isHere) await server.stop();
  });
  const testHere = test.skipIf(!kind.isHere);

  testHere('every page answers at once under its path', async () => {
    for (const [path, name] of [
      ['/', 'index.html'],
      ['/planos', 'planos.html'],
      ['/planos/tecnologia', 'planos/tecnologia.html'],
    ] as const) {
      const { status, headers, body } = await server.ask(path);
      expect([status, headers['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
      expect(body.toString(), path).toBe(file(name));
    }
  });

  testHere.each(Object.entries(REDIRECTS))('%s leads to the one path %s', async (path, target) => {
    const { status, headers } = await server.ask(path);
    expect([status, headers.location]).toEqual([301, target]);
  });

  testHere.each([
    ['/nao-existe', '404.html'],
    ['/planos/tecnologia/mais', 'planos/404.html'],
    ['/404', '404.html'],
    ['/_astro/nao-existe.js', '404.html'],
  ])('%s is not found, says so in its own words, and is not kept', async (path, name) => {
    const { status, headers, body } = await server.ask(path);
    expect([status, headers['cache-control']]).toEqual([404, REVALIDATED]);
    expect(body.toString()).toBe(file(name));
  });

  testHere('every answer carries the security headers, and no version', async () => {
    for (const path of ['/', script, '/nao-existe', '/planos/nao-existe', '/index.html']) {
      const { headers } = await server.ask(path);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        expect(headers[name.toLowerCase()], `${name} of ${path}`).toBe(value);
      }
      expect(headers.server ?? '').not.toMatch(/\d/);
    }
  });

  testHere('hashed files are kept for good, pages are asked for again', async () => {
    expect((await server.ask(script)).headers['cache-control']).toBe(IMMUTABLE);
    const { headers } = await server.ask('/planos');
    expect(headers['cache-control']).toBe(REVALIDATED);
    const again = await server.ask('/planos', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  testHere.each([
    ['/site.webmanifest', /^application\/manifest\+json$/],
    ['/robots.txt', /^text\/plain; charset=utf-8$/],
    ['/favicon.svg', /^image\/svg\+xml$/],
    ['/favicon.ico', /^image\/(?:x-icon|vnd\.microsoft\.icon)$/],
    [script, /^(?:text|application)\/javascript; charset=utf-8$/],
  ])('%s says what it is, which browsers are told not to guess', async (path, type) => {
    for (const encoding of ['identity', 'gzip']) {
      const { headers } = await server.ask(path, { headers: { 'accept-encoding': encoding } });
      expect(headers['content-type']).toMatch(type);
    }
  });

  testHere('a browser that takes gzip gets the copy from the build', async () => {
    const { headers, body } = await server.ask('/', { headers: { 'accept-encoding': 'gzip' } });
    expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(body).toEqual(readFileSync(`${BUILT}/index.html.gz`));
    expect(gunzipSync(body).toString()).toBe(file('index.html'));
  });

  test.skipIf(!kind.takesBrotli)(
    `a browser that takes Brotli gets the copy from the build${kind.whyNoBrotli}`,
    async () => {
      const { headers, body } = await server.ask(script, { headers: { 'accept-encoding': 'br' } });
      expect(headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(body).toString()).toBe(file(script.slice(1)));
    },
  );

  testHere('HEAD answers as GET does, without the page', async () => {
    const get = await server.ask('/planos');
    const head = await server.ask('/planos', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await server.ask('/nao-existe', { method: 'HEAD' })).status).toBe(404);
  });

  testHere('a download that broke off goes on where it stopped', async () => {
    const range = { headers: { range: 'bytes=10-19' } };
    const { status, headers, body } = await server.ask(script, range);
    expect(status).toBe(206);
    expect(headers['content-range']).toMatch(/^bytes 10-19\//);
    expect(body.toString()).toBe(file(script.slice(1)).slice(10, 20));
  });

  testHere.each(SECRETS)('an attacker who asks for %s gets nothing', async (path) => {
    const { status, body } = await server.ask(path);
    expect([301, 400, 404]).toContain(status);
    expect(body.toString()).not.toMatch(/"devDependencies"|frame-ancestors|\[core\]/);
  });

  testHere.each(TRICKS)(
    'an attacker cannot make %s lead away from the site or send a header',
    async (path) => {
      const { status, headers } = await server.ask(path, { headers: { host: new URL(SITE).host } });
      expect([200, 301, 400, 404]).toContain(status);
      expect(headers).not.toHaveProperty('x-inj');
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers.location ?? '/').not.toMatch(/[\s\\]/);
      expect(new URL(headers.location ?? '/', SITE).origin).toBe(SITE);
    },
  );

  testHere.each(Object.entries(IMPOSSIBLE_NAMES))(
    '%s is not found, and no error',
    async (_, path) => {
      expect([400, 404]).toContain((await server.ask(path)).status);
    },
  );

  testHere('nothing can be posted to the site', async () => {
    expect((await server.ask('/', { method: 'POST' })).status).toBe(405);
  });
});

describe.each(REAL_SERVERS)('$name, with the site and its content editor below a path', (kind) => {
  const { folder, base } = TEST_BUILDS.subpath;
  const editor = '<!doctype html><title>Conteúdo do site</title>';
  const root = mkdtempSync(join(tmpdir(), 'root-'));
  let server: RunningServer;
  beforeAll(async () => {
    cpSync(folder, join(root, base), { recursive: true });
    mkdirSync(join(root, base, 'admin'));
    writeFileSync(join(root, base, 'admin/index.html'), editor);
    if (kind.isHere) server = await kind.start(folder, root);
  });
  afterAll(async () => {
    if (kind.isHere) await server.stop();
    rmSync(root, { recursive: true });
  });

  test.skipIf(!kind.isHere).each([
    ['/site/', 200, 'index.html'],
    ['/site/planos/tecnologia', 200, 'planos/tecnologia.html'],
    ['/site/admin/?code=1', 200, editor],
    ['/site?utm_source=carta', 301, '/site/?utm_source=carta'],
    ['/site//', 301, '/site/'],
    ['/site/planos.html', 301, '/site/planos'],
    ['/site/planos/', 301, '/site/planos'],
    ['/site/admin', 301, '/site/admin/'],
    ['/site/admin/index.html', 301, '/site/admin/'],
    ['/sites', 404, '404.html'],
    ['/site/_headers', 404, '404.html'],
    ['/site/planos/nao-existe', 404, 'planos/404.html'],
  ])('%s answers %i with %s', async (path, status, expected) => {
    const answer = await server.ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    if (status === 301) expect(answer.headers.location).toBe(expected);
    else {
      const page = expected === editor ? editor : readFileSync(join(folder, expected), 'utf8');
      expect(answer.body.toString()).toBe(page);
    }
  });
});
