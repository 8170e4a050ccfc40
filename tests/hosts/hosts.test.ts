/** What visitors get from each host, and where hosts differ: docs/deploy.md says the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { IMMUTABLE, SECURITY_HEADERS } from '../../src/hosting/headers.ts';
import { startPages, startWorkers } from './support/cloudflare.ts';
import type { Answer, Host } from './support/host.ts';
import { startNetlify } from './support/netlify.ts';
import { startVercel } from './support/vercel.ts';

const BUILT = TEST_BUILDS.configured.folder;
const SCRIPT = `/_astro/${readdirSync(join(BUILT, '_astro')).find((name) => name.endsWith('.js')) ?? ''}`;
const page = (name: string): string => readFileSync(join(BUILT, name), 'utf8');
const CHECKS = [
  'pages',
  'redirects',
  'not found',
  'plan not found',
  'headers',
  'headers of a 404',
  'headers of a redirect',
  'hashed files kept',
  'missing files not kept',
  'pages asked for again',
  'files for hosts hidden',
] as const;

type Check = (typeof CHECKS)[number];

interface Kind {
  start: (built: string) => Promise<Host>;
  /** What the host does otherwise, by its nature. */
  differs: Check[];
  /** What its tools cannot show offline, as checks and in words. */
  untriedChecks?: Check[];
  untried: string;
}

const HOSTS: Record<string, Kind> = {
  'Cloudflare Pages': {
    start: startPages,
    differs: [],
    untried: 'its network, and what a zone rewrites',
  },
  'Cloudflare Workers': {
    start: startWorkers,
    differs: [],
    untried: 'its network, and what a zone rewrites',
  },
  Netlify: {
    start: startNetlify,
    differs: [],
    untriedChecks: ['headers of a redirect', 'files for hosts hidden'],
    untried: 'how it looks for files (as documented), and what it sends with a redirect',
  },
  Vercel: {
    start: startVercel,
    // Its settings are read before the build knows its files, and it has one not-found page.
    differs: [
      'plan not found',
      'headers of a redirect',
      'missing files not kept',
      'files for hosts hidden',
    ],
    untried: 'how it follows its routes: as documented',
  },
};

const hasSecurityHeaders = ({ headers }: Answer): boolean =>
  Object.entries(SECURITY_HEADERS).every(([name, value]) => headers[name.toLowerCase()] === value);

const isKept = ({ headers }: Answer): boolean => headers['cache-control'] === IMMUTABLE;

/** Whether a host does what nginx and Caddy do with the same build (tests/site). */
const HOLDS: Record<Check, (ask: Host['ask']) => Promise<boolean>> = {
  pages: async (ask) => {
    const files = {
      '/': 'index.html',
      '/planos': 'planos.html',
      '/planos/tecnologia': 'planos/tecnologia.html',
    };
    const answers = await Promise.all(
      Object.entries(files).map(async ([path, name]) => ({
        ...(await ask(path)),
        expected: page(name),
      })),
    );
    return answers.every(({ status, body, expected }) => status === 200 && body === expected);
  },
  redirects: async (ask) => {
    const targets = { '/planos/': '/planos', '/planos.html': '/planos', '/index.html': '/' };
    const answers = await Promise.all(
      Object.entries(targets).map(async ([path, target]) => ({ ...(await ask(path)), target })),
    );
    return answers.every(
      ({ status, headers, target }) =>
        status >= 301 &&
        status <= 308 &&
        new URL(headers['location'] ?? '', 'http://x').pathname === target,
    );
  },
  'not found': async (ask) => {
    const { status, body } = await ask('/nao-existe');
    return status === 404 && body === page('404.html');
  },
  'plan not found': async (ask) => {
    const { status, body } = await ask('/planos/nao-existe');
    return status === 404 && body === page('planos/404.html');
  },
  headers: async (ask) =>
    hasSecurityHeaders(await ask('/planos')) && hasSecurityHeaders(await ask(SCRIPT)),
  'headers of a 404': async (ask) => hasSecurityHeaders(await ask('/planos/nao-existe')),
  'headers of a redirect': async (ask) => hasSecurityHeaders(await ask('/planos/')),
  'hashed files kept': async (ask) => isKept(await ask(SCRIPT)),
  'missing files not kept': async (ask) => !isKept(await ask('/_astro/nao-existe.js')),
  'pages asked for again': async (ask) =>
    /max-age=0|no-store/.test((await ask('/planos')).headers['cache-control'] ?? ''),
  'files for hosts hidden': async (ask) => (await ask('/_headers')).status >= 400,
};

const results: Record<string, Record<string, string>> = {};
afterAll(() => {
  const rows = CHECKS.map((check) => [
    check,
    Object.fromEntries(
      Object.entries(results).map(([host, row]) => [host, row[check] ?? 'not tried']),
    ),
  ]);
  console.table(Object.fromEntries(rows));
  for (const [name, { untried }] of Object.entries(HOSTS))
    console.log(`${name}, not tried: ${untried}`);
});

function running(host: Host | undefined): Host {
  if (host === undefined) throw new Error('The host has not started.');
  return host;
}

describe.each(Object.entries(HOSTS))('%s', (name, { start, differs, untriedChecks = [] }) => {
  let host: Host | undefined;
  beforeAll(async () => {
    host = await start(BUILT);
  });
  afterAll(() => host?.stop());

  test.each(CHECKS.filter((check) => !untriedChecks.includes(check)))('%s', async (check) => {
    const holds = await HOLDS[check]((path) => running(host).ask(path));
    (results[name] ??= {})[check] = holds ? 'yes' : 'no';
    expect(holds).toBe(!differs.includes(check));
  });
});
