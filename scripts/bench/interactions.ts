/** Measures interaction latency, like INP, with a throttled CPU. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../../local/browser.ts';
import { median } from './median.ts';

/** 4 is Lighthouse's mid-range phone; 20 is a cheap, old or overheated one. */
const SLOWDOWNS = [4, 20];

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Observes the Event Timing API, whose steps are 8 ms. The result returns the longest event since its last call. */
async function observeEvents(page: Page): Promise<() => Promise<number>> {
  const observed = await page.evaluateHandle(() => {
    const durationsMs: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durationsMs.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return durationsMs;
  });
  return () =>
    observed.evaluate(async (durationsMs) => {
      // Entries arrive some frames after the event.
      for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return Math.max(16, ...durationsMs.splice(0));
    });
}

/** In milliseconds: the first tap on the unhydrated menu, typing into the hydrated form, and submitting it. */
async function visit(browser: Browser, url: string, slowdown: number): Promise<[string, number][]> {
  await using page = await browser.newPage(PHONE);
  // Answers the request itself: only the page is measured.
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { status: 'sent' } }));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const takeLatencyMs = await observeEvents(page);

  await page.locator('summary').tap();
  const menu = await takeLatencyMs();
  await page.keyboard.press('Escape');
  const name = page.getByLabel('Nome');
  await name.scrollIntoViewIfNeeded();
  await page.locator('astro-island:not([ssr]) form').waitFor();
  await takeLatencyMs();
  await name.tap();
  await name.pressSequentially('Maria da Serra');
  const typing = await takeLatencyMs();
  await page.getByLabel('Telefone').fill('49 90000-0000');
  await page.getByLabel('Mensagem').fill('A impressora parou.');
  await takeLatencyMs();
  await page.getByRole('button', { name: 'Enviar Mensagem' }).tap();
  const submission = await takeLatencyMs();
  return [
    ['open the menu, first tap', menu],
    ['type in the form', typing],
    ['submit', submission],
  ];
}

/**
 * @param url URL of the home page
 * @param runs number of visits per figure
 * @returns latencies by interaction and CPU slowdown
 */
export async function measureInteractions(url: string, runs: number) {
  await using browser = await chromium.launch(launchOptions());
  const latencies: Record<string, number[]> = {};
  for (const slowdown of SLOWDOWNS) {
    for (let run = 0; run < runs; run += 1) {
      for (const [interaction, latencyMs] of await visit(browser, url, slowdown)) {
        (latencies[`${interaction}, CPU ${slowdown}× slower`] ??= []).push(latencyMs);
      }
    }
  }
  const figures = (latenciesMs: number[]) => ({
    'median ms': median(latenciesMs),
    'worst ms': Math.max(...latenciesMs),
  });
  return Object.fromEntries(
    Object.entries(latencies).map(([name, latenciesMs]) => [name, figures(latenciesMs)]),
  );
}
