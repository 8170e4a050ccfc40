/** Measures pages with Lighthouse, each once per call. */
import { chromium } from '@playwright/test';
import { launch, type LaunchedChrome } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGS, findBrowser } from '../scripts/browser.ts';
import { lighthouseConfig, type Profile } from './profiles.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface PageMetrics {
  lcpMs: number;
  fcpMs: number;
  tbtMs: number;
  cls: number;
  /** Of all responses, compressed, headers included. */
  bytes: number;
  requests: number;
  /** 0 to 100, in the order of CATEGORIES. */
  scores: number[];
  /** Audits that cost points. */
  failedAudits: string[];
}

/** A browser that never hangs the bench: Lighthouse gives up on a page after this time. */
const LOAD_DEADLINE_MS = 45_000;

/** A loaded machine sometimes loses a recording. */
const ATTEMPTS = 3;

export async function launchBrowser(): Promise<LaunchedChrome> {
  const chromePath = findBrowser();
  return launch({
    ...(chromePath !== undefined && { chromePath }),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
  });
}

/**
 * Shows each page once, unmeasured. The first page in a fresh browser waits until the machine's fonts
 * are found; a phone's system keeps them ready. What comes over the line is not kept: Lighthouse
 * empties the browser's cache.
 */
export async function warmUp(launched: LaunchedChrome, urls: string[]): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${launched.port}`);
  const context = await browser.newContext();
  for (const url of urls) {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.close();
  }
  await context.close();
  await browser.close();
}

/**
 * Measures a page once.
 *
 * @param isHidden whether the page asks search engines to leave it out, on purpose
 */
export async function measurePage(
  browser: LaunchedChrome,
  url: string,
  profile: Profile,
  isHidden: boolean,
): Promise<PageMetrics> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptToMeasure(browser, url, profile, isHidden);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function attemptToMeasure(
  browser: LaunchedChrome,
  url: string,
  profile: Profile,
  isHidden: boolean,
): Promise<PageMetrics> {
  const result = await lighthouse(
    url,
    {
      ...profile.flags,
      port: browser.port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...CATEGORIES],
      throttlingMethod: 'simulate',
      disableFullPageScreenshot: true,
      maxWaitForLoad: LOAD_DEADLINE_MS,
    },
    lighthouseConfig(isHidden),
  );
  if (!result) throw new Error(`Lighthouse had nothing to say about ${url}.`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);

  const value = (audit: string): number => audits[audit]?.numericValue ?? NaN;
  const requests = networkRequests(audits['network-requests']?.details);
  const weighted = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []);
  const failed = weighted
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    lcpMs: value('largest-contentful-paint'),
    fcpMs: value('first-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: requests.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0),
    requests: requests.length,
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? NaN) * 100)),
    failedAudits: [...new Set(failed)],
  };
}

interface NetworkRequest {
  url: string;
  transferSize?: number;
}

/** What travelled over the network: `data:` addresses did not. */
function networkRequests(details: unknown): NetworkRequest[] {
  const { items = [] } = (details ?? {}) as { items?: NetworkRequest[] };
  return items.filter(({ url }) => url.startsWith('http'));
}
