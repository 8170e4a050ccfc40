/** Measures a page with Lighthouse once, on a slow phone or a desktop. */
import { launch, type LaunchedChrome } from 'chrome-launcher';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { CHROMIUM_ARGS, findFullChromium } from '../../local/browser.ts';

/** Slow 4G is the profile of Lighthouse and of PageSpeed's mobile score; Slow 3G is WebPageTest's. */
export const CONNECTIONS = {
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

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's correction factors for Chromium's throttling. */
const REQUEST_LATENCY_RTTS = 3.75;
const THROUGHPUT_SHARE = 0.9;

const ATTEMPTS = 3;

export interface Metrics {
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Compressed size of all responses, including headers. */
  bytes: number;
  /** 0 to 100: performance, accessibility, best practices, SEO. */
  scores: string;
}

export function launchBrowser(): Promise<LaunchedChrome> {
  const chromePath = findFullChromium();
  const chromeFlags = ['--headless=new', ...CHROMIUM_ARGS];
  return launch({ ...(chromePath !== undefined && { chromePath }), chromeFlags });
}

function throttling(connection: Connection, method: Method): Flags {
  const { rttMs, kbps, cpuSlowdown: cpuSlowdownMultiplier } = CONNECTIONS[connection];
  if (method === 'simulated') {
    return { throttling: { rttMs, throughputKbps: kbps, cpuSlowdownMultiplier } };
  }
  const isApplied = method === 'applied';
  return {
    throttlingMethod: 'devtools',
    throttling: {
      cpuSlowdownMultiplier,
      requestLatencyMs: isApplied ? rttMs * REQUEST_LATENCY_RTTS : 0,
      downloadThroughputKbps: isApplied ? kbps * THROUGHPUT_SHARE : 0,
      uploadThroughputKbps: isApplied ? kbps * THROUGHPUT_SHARE : 0,
    },
  };
}

/** @throws if Lighthouse cannot measure the page */
export async function measurePage(
  browser: LaunchedChrome,
  url: string,
  connection: Connection,
  method: Method,
): Promise<Metrics> {
  const flags: Flags = {
    ...throttling(connection, method),
    port: browser.port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    disableFullPageScreenshot: true,
    // Lighthouse would penalise the not-found pages for `noindex`.
    skipAudits: url.endsWith('/404') ? ['is-crawlable'] : null,
  };
  const config = connection === 'Desktop' ? desktopConfig : undefined;
  let result = await lighthouse(url, flags, config);
  // On a loaded machine, a trace is sometimes lost.
  for (let attempt = 1; attempt < ATTEMPTS && result?.lhr.runtimeError; attempt += 1) {
    result = await lighthouse(url, flags, config);
  }
  if (!result || result.lhr.runtimeError) {
    throw new Error(
      `${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse returned nothing'}`,
    );
  }
  const { audits, categories } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? NaN;
  return {
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? NaN) * 100)).join(' '),
  };
}
