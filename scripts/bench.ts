/**
 * `npm run bench`: how near the site comes to the fastest page there can be.
 *
 *     npm run bench                              this site
 *     npm run bench -- ../other/dist https://…   further builds and addresses, in the same run
 *     npm run bench -- --runs 5 --only lighthouse
 *
 * Judge by the ratio to the limit page, which is measured in the same run on the same machine. What
 * is measured and how: docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCompressed } from '../bench/compressed-copy.ts';
import { measureInteractions, type InteractionLatency } from '../bench/interactions.ts';
import {
  CATEGORIES,
  launchBrowser,
  measurePage,
  warmUp,
  type PageMetrics,
} from '../bench/lighthouse.ts';
import { writeLimitSite } from '../bench/limit-page.ts';
import { behindLine } from '../bench/line.ts';
import { measureNavigation, type NavigationTime } from '../bench/navigation.ts';
import { PROFILES } from '../bench/profiles.ts';
import { median } from '../bench/statistics.ts';
import { markdownTable } from '../bench/table.ts';
import { serveSite } from '../local/site-server.ts';

/** What the bench is: every part can be asked for alone. */
const PARTS = ['lighthouse', 'interactions', 'navigation'];

/** Never talked to: a configured build is what visitors get. */
const BENCH_ENVIRONMENT = {
  SITE_URL: 'https://www.araucariadigital.example',
  PUBLIC_SUPABASE_URL: 'http://backend.test',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_the_bench',
};

/** Every kind of page; the not-found pages under the addresses where they answer 200. */
const OUR_PAGES = [
  '/',
  '/planos',
  '/planos/tecnologia',
  '/planos/midia-social',
  '/404',
  '/planos/404',
];
const HIDDEN_PAGES = ['/404', '/planos/404'];

const LIMIT = 'limit: one paragraph';
/**
 * Lighthouse takes for blocking whatever arrived before the first paint. On loopback that is even a
 * font, which on a real line is still on its way by then: two round trips of Slow 3G keep it there.
 * Headers come at once, so no server looks slower than it is.
 */
const BODY_AFTER_MS = 800;

const RESULT_FOLDER = '.local/bench';

interface Addresses {
  /** As fast as this machine. */
  direct: string;
  /** With bodies that take their time: see BODY_AFTER_MS. */
  onLine: string;
}

interface Target {
  name: string;
  url: string;
  isHidden: boolean;
}

interface Row extends PageMetrics {
  page: string;
  profile: string;
  ratio: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    built: { type: 'string' },
  },
});
const runs = Number(values.runs);
const parts = values.only === undefined ? PARTS : values.only.split(',');
if (!Number.isInteger(runs) || runs < 1 || parts.some((part) => !PARTS.includes(part))) {
  console.error(
    `Usage: npm run bench -- [--runs 3] [--only ${PARTS.join(',')}] [--built FOLDER] [FOLDER|URL…]`,
  );
  process.exit(2);
}

const workFolder = await mkdtemp(join(tmpdir(), 'bench-'));
const stops: (() => Promise<void>)[] = [() => rm(workFolder, { recursive: true, force: true })];

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
}

/** Serves a copy of a built folder, compressed, and returns its addresses. */
async function serveCompressed(folder: string, name: string): Promise<Addresses> {
  const copy = join(workFolder, name);
  await copyCompressed(folder, copy);
  const server = await serveSite({ folder: copy, brotli: true });
  stops.push(server.stop);
  const line = await behindLine(server.url, { bodyAfterMs: BODY_AFTER_MS });
  stops.push(line.stop);
  return { direct: server.url, onLine: line.url };
}

function build(): string {
  const folder = join(workFolder, 'built');
  const { status } = spawnSync('astro', ['build', '--outDir', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...BENCH_ENVIRONMENT, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error('The site could not be built.');
  return folder;
}

/** Every page once per run and profile, in turns, so that a noisy minute falls on all of them. */
async function runLighthouse(targets: Target[]): Promise<Row[]> {
  const samples = new Map<string, PageMetrics[]>();
  for (let run = 1; run <= runs; run += 1) {
    for (const profile of PROFILES) {
      const browser = await launchBrowser();
      try {
        await warmUp(
          browser,
          targets.map(({ url }) => url),
        );
        // Another begins each time: whatever a fresh browser has still to do falls on each of them.
        const turn = run % targets.length;
        for (const { name, url, isHidden } of [...targets.slice(turn), ...targets.slice(0, turn)]) {
          const key = `${name}|${profile.name}`;
          const metrics = await measurePage(browser, url, profile, isHidden);
          samples.set(key, [...(samples.get(key) ?? []), metrics]);
        }
      } finally {
        browser.kill();
      }
      console.error(`run ${run} of ${runs}: ${profile.name} done`);
    }
  }

  return PROFILES.flatMap((profile) => {
    const of = (name: string) => medians(samples.get(`${name}|${profile.name}`) ?? []);
    const limit = of(LIMIT);
    return targets.map(({ name }) => {
      const metrics = of(name);
      const ratio = metrics.lcpMs / limit.lcpMs;
      return { page: name, profile: profile.name, ...metrics, ratio };
    });
  });
}

function medians(samples: PageMetrics[]): PageMetrics {
  const of = (pick: (sample: PageMetrics) => number) => median(samples.map(pick));
  return {
    lcpMs: of((sample) => sample.lcpMs),
    fcpMs: of((sample) => sample.fcpMs),
    tbtMs: of((sample) => sample.tbtMs),
    cls: of((sample) => sample.cls),
    bytes: of((sample) => sample.bytes),
    requests: of((sample) => sample.requests),
    scores: CATEGORIES.map((_, index) => of((sample) => sample.scores[index] ?? NaN)),
    failedAudits: [...new Set(samples.flatMap(({ failedAudits }) => failedAudits))],
  };
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

function printPages(rows: Row[]): void {
  const head = ['page', 'line', 'LCP ms', 'FCP ms', 'TBT ms', 'CLS', 'bytes', 'requests'];
  console.log(
    markdownTable(
      [...head, 'scores (P A B S)', 'LCP to limit'],
      rows.map((row) => [
        row.page,
        row.profile,
        whole(row.lcpMs),
        whole(row.fcpMs),
        whole(row.tbtMs),
        row.cls.toFixed(3),
        whole(row.bytes),
        whole(row.requests),
        row.scores.join(' '),
        row.ratio.toFixed(3),
      ]),
    ),
  );
  for (const { page, profile, failedAudits } of rows) {
    if (failedAudits.length > 0) {
      console.log(`Below 100 in ${page}, ${profile}: ${failedAudits.join(', ')}`);
    }
  }
}

function printInteractions(rows: InteractionLatency[]): void {
  console.log(
    markdownTable(
      ['interaction', 'processor', 'median ms', 'worst ms'],
      rows.map(({ interaction, slowdown, medianMs, worstMs }) => [
        interaction,
        `${slowdown}× slower`,
        whole(medianMs),
        whole(worstMs),
      ]),
    ),
  );
}

function printNavigation(rows: NavigationTime[]): void {
  console.log(
    markdownTable(
      ['to the next page', 'pointer', 'asked for ahead, ms', 'not asked for ahead, ms'],
      rows.map(({ way, pointer, aheadMs, plainMs }) => [
        way,
        pointer,
        whole(aheadMs),
        whole(plainMs),
      ]),
    ),
  );
}

try {
  const site = await serveCompressed(values.built ?? build(), 'site');
  const result: Record<string, unknown> = { date: new Date().toISOString(), runs };

  if (parts.includes('lighthouse')) {
    const limitFolder = join(workFolder, 'limit-source');
    await writeLimitSite(limitFolder);
    const targets: Target[] = [
      { name: LIMIT, url: (await serveCompressed(limitFolder, 'limit')).onLine, isHidden: false },
      ...OUR_PAGES.map((path) => ({
        name: path,
        url: site.onLine + path,
        isHidden: HIDDEN_PAGES.includes(path),
      })),
    ];
    for (const [index, name] of positionals.entries()) {
      const isUrl = /^https?:/.test(name);
      const url = isUrl ? name : (await serveCompressed(name, `further-${index}`)).onLine;
      targets.push({ name, url, isHidden: false });
    }
    const pages = await runLighthouse(targets);
    result['pages'] = pages;
    printPages(pages);
  }
  if (parts.includes('interactions')) {
    const interactions = await measureInteractions(site.direct, runs);
    result['interactions'] = interactions;
    console.log();
    printInteractions(interactions);
  }
  if (parts.includes('navigation')) {
    const navigation = await measureNavigation(site.direct, runs);
    result['navigation'] = navigation;
    console.log();
    printNavigation(navigation);
  }

  await mkdir(RESULT_FOLDER, { recursive: true });
  const file = join(RESULT_FOLDER, 'result.json');
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\nAll figures: ${file}`);
} finally {
  await stopAll();
}
