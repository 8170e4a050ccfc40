import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMMUTABLE, REVALIDATED, SECURITY_HEADERS } from '../../src/hosting/headers.ts';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { REAL_SERVERS, type RunningServer } from './support/servers.ts';

const BUILT = TEST_BUILDS.configured.folder;
const file = (name: string): string => readFileSync(`${BUILT}/${name}`, 'utf8');
const script = `/_astro/${readdirSync(`${BUILT}/_astro`).find((name) => name.endsWith('.js')) ?? ''}`;

/** Addresses that a visitor may type or an old link may hold, and where they lead. */
const REDIRECTS = [
  ['/index.html', '/'],
  ['/index', '/'],
  ['/index?utm_source=carta', '/?utm_source=carta'],
  ['/planos.html', '/planos'],
  ['/planos/', '/planos'],
  ['/planos/tecnologia/', '/planos/tecnologia'],
  ['/planos/tecnologia.html', '/planos/tecnologia'],
  ['//planos', '/planos'],
  ['/planos//tecnologia', '/planos/tecnologia'],
  ['/planos/index.html', '/planos/'],
  ['/meuindex.html', '/meuindex'],
  ['/planos/?utm_source=carta', '/planos?utm_source=carta'],
  ['/index.html?utm_source=carta', '/?utm_source=carta'],
  ['//planos?utm_source=carta', '/planos?utm_source=carta'],
  ['///', '/'],
  // Escaped characters stay escaped: decoded, they would be another address.
  ['//%25', '/%25'],
  ['//a%20b', '/a%20b'],
  ['//a%3Fb=c', '/a%3Fb=c'],
  ['/a%3Fb=c/', '/a%3Fb=c'],
  ['/a%20b.html', '/a%20b'],
  // A placeholder of Caddy's, which must not be filled in.
  ['/{env.HOME}/', '/{env.HOME}'],
  ['/planos/{env.HOME}.html', '/planos/{env.HOME}'],
];

const SITE = TEST_BUILDS.configured.environment.SITE_URL;

/** Linux's limits. */
const LONGEST_FILE_NAME_BYTES = 255;
const LONGEST_PATH_BYTES = 4096;

/** Addresses that a careless redirect copies into `Location` decoded, or takes for its own host. */
const TRICKS = [
  '//evil.example/',
  '///evil.example/',
  '/.//evil.example/',
  '//evil.example//',
  '//evil.example/index.html',
  '/%5Cevil.example/',
  '/%5Cevil.example//',
  '/%5Cevil.example.html',
  '/%5Cevil.example/index.html',
  '//%5Cevil.example/',
  '/\\evil.example',
  '/\\evil.example/',
  '/\\evil.example//',
  '/\\evil.example.html',
  '//\\evil.example/',
  '/%2F%2Fevil.example/',
  '/%2F%2Fevil.example.html',
  '/%2Fevil.example//',
  ...['%0d%0aX-Inj:1', '%0aX-Inj:1', '%0d%0aSet-Cookie:%20sess=evil'].flatMap((line) => [
    `//${line}`,
    `/${line}//`,
    `/${line}/`,
    `/planos/${line}/`,
    `/planos/x${line}.html`,
    `/planos/x${line}/index.html`,
    `/planos/?x=${line}`,
  ]),
  'http://evil.example//evil.example/',
];

const SECRETS = [
  '/../package.json',
  '/..%2f..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/_astro/..%2f..%2f..%2f..%2fpackage.json',
  '/planos/....//....//package.json',
  '/.git/config',
  '/.env',
  '/_headers',
  '/_redirects',
  '/index.html.br',
  // A server that looks for files by patterns takes the backslash for an escape.
  '/%5C_headers',
  '/_astro/..%5C_headers',
];

describe.each(REAL_SERVERS)('$name, with the configuration from the build', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    if (kind.isHere) server = await kind.start(BUILT);
  });
  afterAll(async () => {
    if (kind.isHere) await server.stop();
  });
  const testHere = test.skipIf(!kind.isHere);

  testHere.each([
    ['/', 'index.html'],
    ['/planos', 'planos.html'],
    ['/planos/tecnologia', 'planos/tecnologia.html'],
    ['/planos/midia-social', 'planos/midia-social.html'],
  ])('%s answers with its page at once', async (path, name) => {
    const { status, headers, body } = await server.ask(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body.toString()).toBe(file(name));
  });

  testHere.each(REDIRECTS)('%s leads to the one address %s', async (path, target) => {
    const { status, headers } = await server.ask(path);
    expect(status).toBe(301);
    expect(headers.location).toBe(target);
  });

  testHere.each([
    ['/nao-existe', '404.html'],
    ['/planos/nao-existe', 'planos/404.html'],
    ['/planos/tecnologia/mais', 'planos/404.html'],
    ['/404', '404.html'],
    ['/_astro/nao-existe.js', '404.html'],
  ])('%s is not found, and says so in its own words', async (path, name) => {
    const { status, headers, body } = await server.ask(path);
    expect(status).toBe(404);
    expect(body.toString()).toBe(file(name));
    expect(headers['cache-control']).toBe(REVALIDATED);
  });

  testHere('every answer carries the security headers', async () => {
    for (const path of [
      '/',
      '/planos',
      script,
      '/nao-existe',
      '/planos/nao-existe',
      '/index.html',
    ]) {
      const { headers } = await server.ask(path);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        expect(headers[name.toLowerCase()], `${name} of ${path}`).toBe(value);
      }
      expect(headers.server ?? '').not.toMatch(/\d/);
    }
  });

  testHere('hashed files are kept for good, pages are asked for again', async () => {
    expect((await server.ask(script)).headers['cache-control']).toBe(IMMUTABLE);
    const page = await server.ask('/planos');
    expect(page.headers['cache-control']).toBe(REVALIDATED);
    const again = await server.ask('/planos', {
      headers: { 'if-none-match': page.headers.etag ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  testHere.each([
    ['/site.webmanifest', /^application\/manifest\+json$/],
    ['/robots.txt', /^text\/plain; charset=utf-8$/],
    ['/sitemap-index.xml', /^text\/xml; charset=utf-8$/],
    ['/favicon.svg', /^image\/svg\+xml$/],
    ['/favicon.ico', /^image\/(?:x-icon|vnd\.microsoft\.icon)$/],
    ['/apple-touch-icon.png', /^image\/png$/],
    [script, /^(?:text|application)\/javascript; charset=utf-8$/],
  ])('%s says what it is, which browsers are told not to guess', async (path, type) => {
    expect((await server.ask(path)).headers['content-type']).toMatch(type);
    const compressed = await server.ask(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers['content-type']).toMatch(type);
  });

  testHere('a browser that takes gzip gets the copy from the build', async () => {
    const { headers, body } = await server.ask('/', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers.vary).toContain('Accept-Encoding');
    expect(body).toEqual(readFileSync(`${BUILT}/index.html.gz`));
    expect(gunzipSync(body).toString()).toBe(file('index.html'));
  });

  test.skipIf(!kind.takesBrotli)(
    `a browser that takes Brotli gets the copy from the build${kind.whyNoBrotli}`,
    async () => {
      for (const path of ['/', script]) {
        const { headers, body } = await server.ask(path, { headers: { 'accept-encoding': 'br' } });
        expect(headers['content-encoding']).toBe('br');
        expect(brotliDecompressSync(body).toString()).toBe(
          file(path === '/' ? 'index.html' : path.slice(1)),
        );
      }
    },
  );

  testHere('HEAD answers as GET does, without the page', async () => {
    const get = await server.ask('/planos');
    const head = await server.ask('/planos', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.body).toHaveLength(0);
    expect((await server.ask('/nao-existe', { method: 'HEAD' })).status).toBe(404);
  });

  testHere('a download that broke off goes on where it stopped', async () => {
    const { status, headers, body } = await server.ask(script, {
      headers: { range: 'bytes=10-19' },
    });
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
      const target = new URL(headers.location ?? '/', SITE);
      expect(target.origin).toBe(SITE);
    },
  );

  testHere.each(['/%2fevil.example', '/planos%2f', '/planos/tecnologia%2f', '/robots.txt%2f'])(
    '%s, with a slash in disguise, is not found instead of leading to itself',
    async (path) => {
      expect((await server.ask(path)).status).toBe(404);
    },
  );

  testHere.each([
    ['a zero byte', '/%00'],
    ['a zero byte below a folder', '/planos/%00'],
    ['a zero byte among the hashed files', '/_astro/%00'],
    ['more letters than a file name has', `/${'a'.repeat(LONGEST_FILE_NAME_BYTES + 1)}`],
    ['letters of two bytes each', `/planos/${'%C3%A9'.repeat(LONGEST_FILE_NAME_BYTES)}`],
    ['more folders than a path has', `${'/aaaaaaa'.repeat(LONGEST_PATH_BYTES / 8)}/a`],
  ])('a name that no file can have, with %s, is not found and no error', async (_, path) => {
    expect([400, 404]).toContain((await server.ask(path)).status);
  });

  testHere('nothing can be posted to the site', async () => {
    expect((await server.ask('/', { method: 'POST' })).status).toBe(405);
  });
});

describe.each(REAL_SERVERS)('$name, with the site below a path', (kind) => {
  const { folder, base } = TEST_BUILDS.subpath;
  const root = mkdtempSync(join(tmpdir(), 'root-'));
  let server: RunningServer;
  beforeAll(async () => {
    mkdirSync(root, { recursive: true });
    symlinkSync(resolve(folder), join(root, base));
    if (kind.isHere) server = await kind.start(folder, root);
  });
  afterAll(async () => {
    if (kind.isHere) await server.stop();
    rmSync(root, { recursive: true });
  });

  test.skipIf(!kind.isHere).each([
    ['/site/', 200, undefined],
    ['/site', 301, '/site/'],
    ['/site?utm_source=carta', 301, '/site/?utm_source=carta'],
    ['/site//', 301, '/site/'],
    ['/site/index', 301, '/site/'],
    ['/sites', 404, undefined],
    ['/site/planos', 200, undefined],
    ['/site/planos/tecnologia', 200, undefined],
    ['/site/planos/nao-existe', 404, undefined],
    ['/site/nao-existe', 404, undefined],
    ['/site/_headers', 404, undefined],
    ['/site/planos/', 301, '/site/planos'],
    ['/site/index.html', 301, '/site/'],
    ['/site/planos.html', 301, '/site/planos'],
  ])('%s answers %i', async (path, status, target) => {
    const answer = await server.ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBe(target);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(answer.headers[name.toLowerCase()], name).toBe(value);
    }
    if (status === 404) {
      const page = path.includes('/planos/') ? 'planos/404.html' : '404.html';
      expect(answer.body.toString()).toBe(readFileSync(join(folder, page), 'utf8'));
    }
  });
});

describe.each(REAL_SERVERS)('$name, with the content editor', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'root-'));
  const page = '<!doctype html><title>Conteúdo do site</title>';
  let server: RunningServer;
  beforeAll(async () => {
    cpSync(BUILT, root, { recursive: true });
    mkdirSync(join(root, 'admin'));
    writeFileSync(join(root, 'admin/index.html'), page);
    if (kind.isHere) server = await kind.start(BUILT, root);
  });
  afterAll(async () => {
    if (kind.isHere) await server.stop();
    rmSync(root, { recursive: true });
  });

  test.skipIf(!kind.isHere)('editors reach it at /admin/, with and without the slash', async () => {
    const { status, body } = await server.ask('/admin/?code=1');
    expect(status).toBe(200);
    expect(body.toString()).toBe(page);
    for (const path of ['/admin', '/admin/index.html']) {
      const { headers } = await server.ask(path);
      expect(headers.location, path).toBe('/admin/');
    }
  });
});
