/** How long the page takes to answer a visitor: what INP measures, on a processor that is slowed. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/browser.ts';
import { median } from './statistics.ts';

/** 4 is Lighthouse's mid-range phone; 20 is a cheap one of years ago, or a hot one. */
const SLOWDOWNS = [4, 20] as const;

const PHONE_VIEWPORT = { width: 360, height: 740 };

export interface InteractionLatency {
  interaction: string;
  slowdown: number;
  medianMs: number;
  worstMs: number;
}

/** Keeps each interaction's longest event, as the Event Timing API reports it, in steps of 8 ms. */
function recordLatencies(): void {
  const page = window as unknown as { latencies: number[] };
  page.latencies = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEventTiming).interactionId > 0) page.latencies.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** The longest answer since the last call; events below 16 ms are not reported and count as that. */
async function takeLatency(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Entries are delivered after the frame that they describe.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 0));
    const record = window as unknown as { latencies: number[] };
    return Math.max(16, ...record.latencies.splice(0));
  });
}

/** Every interaction of one visit, the first ones on islands that are not hydrated yet. */
async function visit(browser: Browser, url: string, slowdown: number) {
  const context = await browser.newContext({
    viewport: PHONE_VIEWPORT,
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    // The message goes nowhere: what is measured is the page, not a mail server.
    await page.route('**/functions/v1/**', (route) =>
      route.fulfill({ json: { status: 'sent' }, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.addInitScript(recordLatencies);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'load' });

    const latencies: Record<string, number> = {};
    const menu = page.locator('summary');
    await menu.tap();
    latencies['open the menu, first tap'] = await takeLatency(page);
    await page.locator('astro-island:not([ssr]) summary').waitFor();
    await menu.tap();
    latencies['close the menu, hydrated'] = await takeLatency(page);

    const name = page.getByLabel('Nome');
    await name.scrollIntoViewIfNeeded();
    await page.locator('astro-island:not([ssr]) form').waitFor();
    await takeLatency(page);
    await name.tap();
    await name.pressSequentially('Maria da Serra');
    latencies['type in the form'] = await takeLatency(page);
    await page.getByLabel('Telefone').fill('49 90000-0000');
    await page.getByLabel('Mensagem').fill('A impressora parou.');
    await takeLatency(page);
    await page.getByRole('button', { name: 'Enviar Mensagem' }).tap();
    latencies['submit'] = await takeLatency(page);
    return latencies;
  } finally {
    await context.close();
  }
}

/**
 * @param url of the home page
 * @param runs how many visits each figure is the median of
 */
export async function measureInteractions(
  url: string,
  runs: number,
): Promise<InteractionLatency[]> {
  const browser = await chromium.launch(launchOptions());
  try {
    const results: InteractionLatency[] = [];
    for (const slowdown of SLOWDOWNS) {
      const visits: Record<string, number>[] = [];
      for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, url, slowdown));
      for (const interaction of Object.keys(visits[0] ?? {})) {
        const latencies = visits.map((latency) => latency[interaction] ?? NaN);
        const medianMs = median(latencies);
        results.push({ interaction, slowdown, medianMs, worstMs: Math.max(...latencies) });
      }
    }
    return results;
  } finally {
    await browser.close();
  }
}
