/**
 * `npm run bench` measures how close the site comes to the fastest possible page.
 *
 *     npm run bench                              this site
 *     npm run bench -- ../other/dist https://…   other builds and URLs in the same run
 *     npm run bench -- --runs 5 --pages /        only these pages
 *     npm run bench -- --built FOLDER            an existing build of this site
 *     npm run bench -- --methods applied         only these methods of throttling
 *
 * Compare ratios to the baseline page, which is measured in the same run on the same machine.
 * Methods and figures: docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveSite } from '../local/site-server.ts';
import { precompress } from '../src/hosting/precompress.ts';
import { measureInteractions } from './bench/interactions.ts';
import {
  CONNECTIONS,
  launchBrowser,
  measurePage,
  type Connection,
  type Method,
  type Metrics,
} from './bench/lighthouse.ts';
import { markdownTable, median } from './bench/report.ts';
import { shapeConnection } from './bench/shaped-connection.ts';
import { commandOf } from '../local/machine.ts';

/** All pages but the privacy policy; the not-found pages at the paths where they return 200. */
const PAGES = ['/', '/planos', '/planos/tecnologia', '/planos/midia-social', '/404', '/planos/404'];

/** Configures the build as in production; the backend is never called. */
const ENVIRONMENT = {
  SITE_URL: 'https://www.araucariadigital.example',
  PUBLIC_SUPABASE_URL: 'http://backend.test',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_the_bench',
};

const BASELINE = 'baseline: one paragraph';

/** The fastest possible page, in one request: its time is what connection and phone cost any site. */
const BASELINE_PAGE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="Uma página de um parágrafo.">
    <title>Um parágrafo</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main><h1>Um parágrafo</h1><p>Sua Dificuldade, Nossa Solução em Tecnologia.</p></main>
  </body>
</html>
`;

const COMBINATIONS: [Connection, Method][] = [
  ...(['Slow 4G', 'Slow 3G'] as const).flatMap((connection) =>
    (['simulated', 'applied', 'TCP'] as const).map((method): [Connection, Method] => [
      connection,
      method,
    ]),
  ),
  ['Desktop', 'simulated'],
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    built: { type: 'string' },
    pages: { type: 'string', default: PAGES.join() },
    methods: { type: 'string', default: 'simulated,applied,TCP' },
  },
});
const runs = Number(options.runs);
const paths = options.pages.split(',');
const methods = options.methods.split(',');
const combinations = COMBINATIONS.filter(([, method]) => methods.includes(method));
const workFolder = mkdtempSync(join(tmpdir(), 'bench-'));
const stops: (() => unknown)[] = [];

function build(): string {
  const folder = join(workFolder, 'built');
  const [program = '', ...args] = commandOf('astro', 'build', '--outDir', folder);
  const env = { ...process.env, ...ENVIRONMENT };
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error('The site could not be built.');
  return folder;
}

function buildBaseline(): string {
  const folder = mkdtempSync(join(workFolder, 'baseline-'));
  for (const name of ['index.html', '404.html']) writeFileSync(join(folder, name), BASELINE_PAGE);
  return folder;
}

/** Serves a copy of a built folder, compressed like on a CDN. */
async function serve(folder: string): Promise<string> {
  const copy = mkdtempSync(join(workFolder, 'site-'));
  cpSync(folder, copy, { recursive: true });
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    await precompress(join(copy, name));
  }
  const server = await serveSite({ folder: copy, brotli: true });
  stops.push(server.stop);
  return server.url;
}

interface Page {
  name: string;
  /** The URL to measure; for TCP, that of a proxy which simulates the connection. */
  url: (connection: Connection, method: Method) => string;
}

async function pagesOf(serverUrl: string, paths: Record<string, string>): Promise<Page[]> {
  const shaped: Record<string, string> = {};
  for (const [name, connection] of Object.entries(CONNECTIONS)) {
    const { url, stop } = await shapeConnection(serverUrl, connection);
    stops.push(stop);
    shaped[name] = url;
  }
  return Object.entries(paths).map(([name, path]) => ({
    name,
    url: (connection, method) => {
      const origin = method === 'TCP' ? shaped[connection] : undefined;
      return `${origin ?? serverUrl}${path}`;
    },
  }));
}

/** @returns samples of each page per combination, interleaved: a noisy minute affects all pages alike */
async function measurePages(pages: Page[]): Promise<Record<string, Metrics[]>> {
  const samples: Record<string, Metrics[]> = {};
  for (let run = 0; run < runs; run += 1) {
    for (const [connection, method] of combinations) {
      const browser = await launchBrowser();
      const measure = ({ url }: Page) =>
        measurePage(browser, url(connection, method), connection, method);
      try {
        // Warm-up: a fresh browser first searches the machine's fonts.
        for (const page of pages.slice(1, 2)) await measure(page);
        const turn = run % pages.length;
        for (const page of [...pages.slice(turn), ...pages.slice(0, turn)]) {
          (samples[`${page.name} ${connection} ${method}`] ??= []).push(await measure(page));
        }
      } finally {
        browser.kill();
      }
    }
    console.error(`run ${run + 1} of ${runs} done`);
  }
  return samples;
}

function rowsOf(pages: Page[], samples: Record<string, Metrics[]>): string[][] {
  return combinations.flatMap(([connection, method]) =>
    pages.map(({ name }) => {
      const of = (page: string, pick: (metrics: Metrics) => number): number =>
        median((samples[`${page} ${connection} ${method}`] ?? []).map(pick));
      const lcpMs = of(name, (metrics) => metrics.lcpMs);
      const scores = samples[`${name} ${connection} ${method}`]?.[0]?.scores ?? '';
      return [
        name,
        `${connection}, ${method}`,
        lcpMs.toFixed(0),
        (lcpMs / of(BASELINE, (metrics) => metrics.lcpMs)).toFixed(3),
        of(name, (metrics) => metrics.tbtMs).toFixed(0),
        of(name, (metrics) => metrics.cls).toFixed(3),
        of(name, (metrics) => metrics.bytes).toLocaleString('en'),
        scores,
      ];
    }),
  );
}

try {
  if (!(runs >= 1)) throw new Error('--runs takes a number, such as 3.');
  const siteUrl = await serve(options.built ?? build());
  const pages = [
    ...(await pagesOf(await serve(buildBaseline()), { [BASELINE]: '/' })),
    ...(await pagesOf(siteUrl, Object.fromEntries(paths.map((path) => [path, path])))),
  ];
  for (const name of positionals) {
    // A remote URL has its own connection, which our proxy cannot shape.
    if (/^https?:/.test(name)) {
      pages.push({ name, url: () => name });
    } else {
      const named = Object.fromEntries(paths.map((path) => [`${name} ${path}`, path]));
      pages.push(...(await pagesOf(await serve(name), named)));
    }
  }
  const head = ['page', 'connection', 'LCP ms', 'to baseline', 'TBT ms', 'CLS', 'bytes', 'scores'];
  console.log(markdownTable(head, rowsOf(pages, await measurePages(pages))));
  const interactions = await measureInteractions(siteUrl, runs);
  const interactionHead = ['interaction', 'processor', 'median ms', 'worst ms'];
  console.log(`\n${markdownTable(interactionHead, interactions)}`);
} finally {
  for (const stop of stops) await stop();
  rmSync(workFolder, { recursive: true });
}
