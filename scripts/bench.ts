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
import { commandOf } from '../local/machine.ts';
import { serveSite } from '../local/site-server.ts';
import { precompress } from './bench/precompress.ts';
import { measureInteractions } from './bench/interactions.ts';
import {
  launchBrowser,
  measurePage,
  type Connection,
  type Method,
  type Metrics,
} from './bench/lighthouse.ts';
import { median } from './bench/median.ts';

/** All pages but the privacy policy; the not-found pages at the paths where they return 200. */
const PAGES = ['/', '/planos', '/planos/tecnologia', '/planos/midia-social', '/404', '/planos/404'];

/** Configures the build as in production; the backend is never called. */
const ENVIRONMENT = {
  SITE_URL: 'https://www.araucariadigital.example',
  PUBLIC_SUPABASE_URL: 'http://backend.test',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_the_bench',
};

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

const COMBINATIONS: { connection: Connection; method: Method }[] = [
  { connection: 'Slow 4G', method: 'simulated' },
  { connection: 'Slow 4G', method: 'applied' },
  { connection: 'Slow 4G', method: 'TCP' },
  { connection: 'Slow 3G', method: 'simulated' },
  { connection: 'Slow 3G', method: 'applied' },
  { connection: 'Slow 3G', method: 'TCP' },
  { connection: 'Desktop', method: 'simulated' },
];

interface Page {
  name: string;
  url: string;
}

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

/** Measures each page with each combination, interleaved: a noisy minute affects all pages alike. */
async function measurePages(pages: Page[]) {
  const wanted = COMBINATIONS.filter(({ method }) => methods.includes(method));
  const groups = wanted.map(({ connection, method }) => ({
    connection,
    method,
    pages: pages
      // The proxy shapes connections to this machine only.
      .filter(({ url }) => method !== 'TCP' || url.startsWith('http://localhost:'))
      .map((page) => ({ ...page, samples: new Array<Metrics>() })),
  }));
  for (let run = 0; run < runs; run += 1) {
    for (const { connection, method, pages } of groups) {
      const browser = await launchBrowser();
      try {
        // Warm-up: a fresh browser first searches the machine's fonts.
        for (const { url } of pages.slice(1, 2)) {
          await measurePage(browser, url, connection, method);
        }
        const turn = run % pages.length;
        for (const { url, samples } of [...pages.slice(turn), ...pages.slice(0, turn)]) {
          samples.push(await measurePage(browser, url, connection, method, run === 0));
        }
      } finally {
        browser.kill();
      }
    }
    console.error(`run ${run + 1} of ${runs} done`);
  }
  const rows = groups.flatMap(({ connection, method, pages }) =>
    pages.map(({ name, samples }) => {
      const medianOf = (metric: 'lcpMs' | 'tbtMs' | 'cls' | 'bytes', of = samples) =>
        median(of.map((sample) => sample[metric]));
      const figures = {
        'LCP ms': Math.round(medianOf('lcpMs')),
        'to baseline': (medianOf('lcpMs') / medianOf('lcpMs', pages[0]?.samples)).toFixed(3),
        'TBT ms': Math.round(medianOf('tbtMs')),
        CLS: medianOf('cls').toFixed(3),
        bytes: medianOf('bytes'),
        scores: samples[0]?.scores.join(' '),
      };
      return [`${connection}, ${method}: ${name}`, figures] as const;
    }),
  );
  return Object.fromEntries(rows);
}

try {
  if (!(runs >= 1)) throw new Error('--runs takes a number, such as 3.');
  const siteUrl = await serve(options.built ?? build());
  const pages: Page[] = [
    { name: 'baseline: one paragraph', url: await serve(buildBaseline()) },
    ...paths.map((path) => ({ name: path, url: `${siteUrl}${path}` })),
  ];
  for (const name of positionals) {
    if (/^https?:/.test(name)) {
      pages.push({ name, url: name });
    } else {
      const url = await serve(name);
      pages.push(...paths.map((path) => ({ name: `${name} ${path}`, url: `${url}${path}` })));
    }
  }
  console.table(await measurePages(pages));
  console.table(await measureInteractions(siteUrl, runs));
} finally {
  for (const stop of stops) await stop();
  rmSync(workFolder, { recursive: true });
}
