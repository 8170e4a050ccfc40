/** Measures a page with Lighthouse once, on a slow phone or a desktop. */
import { launch, type LaunchedChrome } from 'chrome-launcher';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { CHROMIUM_ARGS, findFullChromium } from '../../local/browser.ts';
import { shapeConnection } from './shaped-connection.ts';

/** Slow 4G is the profile of Lighthouse and of PageSpeed's mobile score; Slow 3G is WebPageTest's. */
const CONNECTIONS = {
  'Slow 4G': { rttMs: 150, kbps: 1638.4, cpuSlowdown: 4 },
  'Slow 3G': { rttMs: 400, kbps: 400, cpuSlowdown: 4 },
  Desktop: { rttMs: 40, kbps: 10_240, cpuSlowdown: 1 },
};

export type Connection = keyof typeof CONNECTIONS;

/**
 * Method of throttling: simulated by Lighthouse from a fast load, as in PageSpeed; applied by the browser;
 * or a TCP proxy (`shapeConnection`) with CPU throttling by the browser.
 */
export type Method = 'simulated' | 'applied' | 'TCP';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's correction factors for Chromium's throttling. */
const REQUEST_LATENCY_RTTS = 3.75;
const THROUGHPUT_SHARE = 0.9;

const MAX_ATTEMPTS = 3;

export interface Metrics {
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Compressed size of all responses, including headers. */
  bytes: number;
  /** 0 to 100: performance and, if asked for, accessibility, best practices and SEO. */
  scores: number[];
}

export function launchBrowser(): Promise<LaunchedChrome> {
  const chromePath = findFullChromium();
  const chromeFlags = ['--headless=new', ...CHROMIUM_ARGS];
  return launch({ ...(chromePath !== undefined && { chromePath }), chromeFlags });
}

function throttling(connection: Connection, method: Method): Flags {
  const { rttMs, kbps, cpuSlowdown } = CONNECTIONS[connection];
  const appliedKbps = method === 'applied' ? kbps * THROUGHPUT_SHARE : 0;
  return {
    throttlingMethod: method === 'simulated' ? 'simulate' : 'devtools',
    throttling: {
      cpuSlowdownMultiplier: cpuSlowdown,
      // For `simulate`.
      rttMs,
      throughputKbps: kbps,
      // For `devtools`.
      requestLatencyMs: method === 'applied' ? rttMs * REQUEST_LATENCY_RTTS : 0,
      downloadThroughputKbps: appliedKbps,
      uploadThroughputKbps: appliedKbps,
    },
  };
}

/**
 * @param url URL of the page; for TCP, on this machine
 * @param withAllScores false for the score of performance alone, in a third of the time
 * @throws if Lighthouse cannot measure the page
 */
export async function measurePage(
  browser: LaunchedChrome,
  url: string,
  connection: Connection,
  method: Method,
  withAllScores = false,
): Promise<Metrics> {
  using proxy = method === 'TCP' ? await shapeConnection(url, CONNECTIONS[connection]) : undefined;
  const flags: Flags = {
    ...throttling(connection, method),
    port: browser.port,
    logLevel: 'error',
    onlyCategories: withAllScores ? CATEGORIES : CATEGORIES.slice(0, 1),
    disableFullPageScreenshot: true,
    // Lighthouse would penalise the not-found pages for `noindex`.
    skipAudits: url.endsWith('/404') ? ['is-crawlable'] : null,
  };
  const config = connection === 'Desktop' ? desktopConfig : undefined;
  const load = () => lighthouse(proxy?.url ?? url, flags, config);
  let result = await load();
  // On a loaded machine, a trace is sometimes lost.
  for (let attempt = 1; attempt < MAX_ATTEMPTS && result?.lhr.runtimeError; attempt += 1) {
    result = await load();
  }
  if (!result || result.lhr.runtimeError) {
    const reason = result?.lhr.runtimeError?.message ?? 'Lighthouse returned nothing';
    throw new Error(`${url}: ${reason}`);
  }
  const { audits, categories } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? NaN;
  return {
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    scores: Object.values(categories).map(({ score }) => Math.round((score ?? NaN) * 100)),
  };
}
