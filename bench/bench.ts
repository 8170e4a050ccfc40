/**
 * `npm run bench` measures how close the site comes to the fastest possible page.
 *
 *     npm run bench                              this site
 *     npm run bench -- ../other/dist https://…   other builds and URLs in the same run; the first gives the ratios
 *     npm run bench -- --runs 5 --pages /        only these pages
 *
 * Compare ratios to the page of one paragraph. Method and figures: docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGS, findFullChromium } from '../local/browser.ts';
import { commandOf } from '../local/machine.ts';
import { serveSite } from '../local/site-server.ts';

/** All pages but the privacy policy; the not-found pages at the paths where they return 200. */
const PAGES = ['/', '/planos', '/planos/tecnologia', '/planos/midia-social', '/404', '/planos/404'];

/** A slow phone, with Lighthouse's correction factors for Chromium's throttling. */
const slowPhone = (rttMs: number, kbps: number) => ({
  cpuSlowdownMultiplier: 4,
  requestLatencyMs: rttMs * 3.75,
  downloadThroughputKbps: kbps * 0.9,
  uploadThroughputKbps: kbps * 0.9,
});
/** The profiles of PageSpeed's mobile score and of WebPageTest. */
const CONNECTIONS = { 'Slow 4G': slowPhone(150, 1638.4), 'Slow 3G': slowPhone(400, 400) };

/** Configures the build as in production; the backend is never called. */
const ENVIRONMENT = {
  SITE_URL: 'https://www.araucariadigital.example',
  PUBLIC_SUPABASE_URL: 'http://backend.test',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_the_bench',
};

/** The fastest possible page, in one request: its time is what connection and phone cost any site. */
const BASELINE_PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Um parágrafo</title>
<link rel="icon" href="data:,"><h1>Um parágrafo</h1><p>Sua Dificuldade, Nossa Solução em Tecnologia.</p>`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    pages: { type: 'string', default: PAGES.join() },
  },
});
const paths = options.pages.split(',');
const workFolder = mkdtempSync(join(tmpdir(), 'bench-'));
const stops: (() => unknown)[] = [];

/** Serves a copy of a built folder, compressed like on a CDN. */
async function serve(folder: string): Promise<string> {
  const copy = mkdtempSync(join(workFolder, 'site-'));
  cpSync(folder, copy, { recursive: true });
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:html|m?js|css|svg)$/.test(name)) continue;
    writeFileSync(join(copy, `${name}.br`), brotliCompressSync(readFileSync(join(copy, name))));
  }
  const server = await serveSite({ folder: copy, brotli: true });
  stops.push(server.stop);
  return server.url;
}

function build(): string {
  const folder = join(workFolder, 'this site');
  const [program = '', ...args] = commandOf('astro', 'build', '--outDir', folder);
  const env = { ...process.env, ...ENVIRONMENT };
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error('The site could not be built.');
  return folder;
}

/** Loads a page once in a fresh browser. */
async function measure(url: string, throttling: ReturnType<typeof slowPhone>) {
  const chromePath = findFullChromium();
  const browser = await launch({
    ...(chromePath !== undefined && { chromePath }),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
  });
  const flags = {
    port: browser.port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    throttlingMethod: 'devtools',
    throttling,
    disableFullPageScreenshot: true,
    // Lighthouse would penalise the not-found pages for `noindex`.
    skipAudits: url.endsWith('/404') ? ['is-crawlable'] : null,
  };
  try {
    const lhr = (await lighthouse(url, flags))?.lhr;
    if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? ''}`);
    const tasks = lhr.audits['long-tasks']?.details?.items ?? [];
    const value = (audit: string): number => lhr.audits[audit]?.numericValue ?? NaN;
    return {
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      longestMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
      cls: value('cumulative-layout-shift'),
      bytes: value('total-byte-weight'),
      scores: Object.values(lhr.categories).map(({ score }) => Math.round((score ?? NaN) * 100)),
    };
  } finally {
    browser.kill();
  }
}

try {
  const baseline = mkdtempSync(join(workFolder, 'baseline-'));
  for (const name of ['index.html', '404.html']) writeFileSync(join(baseline, name), BASELINE_PAGE);
  const pages = [{ name: 'one paragraph', url: await serve(baseline) }];
  for (const name of [build(), ...positionals]) {
    const isUrl = /^https?:/.test(name);
    const url = isUrl ? name : await serve(name);
    for (const path of isUrl ? [''] : paths)
      pages.push({ name: `${basename(name)} ${path}`, url: url + path });
  }
  for (const [connection, speed] of Object.entries(CONNECTIONS)) {
    const samples = pages.map(() => new Array<Awaited<ReturnType<typeof measure>>>());
    // Interleaved: a noisy minute affects all pages alike.
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const [at, { url }] of pages.entries()) samples[at]?.push(await measure(url, speed));
    }
    const median = (at: number, metric: 'lcpMs' | 'tbtMs' | 'longestMs'): number => {
      const sorted = (samples[at] ?? []).map((one) => one[metric]).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? NaN;
    };
    /** Beside the same page of the build given first. */
    const beside = (at: number, metric: 'tbtMs' | 'longestMs'): string => {
      const older = at + paths.length;
      const isCompared = at > 0 && at <= paths.length && older < pages.length;
      const ratio = isCompared
        ? ` (${(median(at, metric) / median(older, metric)).toFixed(2)})`
        : '';
      return `${Math.round(median(at, metric))}${ratio}`;
    };
    const rows = pages.map(({ name }, at) => ({
      page: name,
      'median LCP ms': Math.round(median(at, 'lcpMs')),
      ratio: (median(at, 'lcpMs') / median(0, 'lcpMs')).toFixed(3),
      'TBT ms (ratio)': beside(at, 'tbtMs'),
      'longest task ms (ratio)': beside(at, 'longestMs'),
      'worst CLS': Math.max(...(samples[at] ?? []).map(({ cls }) => cls)).toFixed(3),
      bytes: samples[at]?.[0]?.bytes,
      scores: samples[at]?.[0]?.scores.join(' '),
    }));
    console.log(connection);
    console.table(rows);
  }
} finally {
  for (const stop of stops) await stop();
  rmSync(workFolder, { recursive: true });
}
