/** Measures interaction latency, like INP, with a throttled CPU. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../../local/browser.ts';
import { median } from './report.ts';

/** 4 is Lighthouse's mid-range phone; 20 is a cheap, old or overheated one. */
const SLOWDOWNS = [4, 20];

/** The longest event since the last call, by the Event Timing API, in steps of 8 ms. */
function takeLatencyMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const shared = window as unknown as { latencies?: number[] };
    // Entries arrive some frames after the event.
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (shared.latencies) return Math.max(16, ...shared.latencies.splice(0));
    const latencies: number[] = (shared.latencies = []);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) latencies.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return 0;
  });
}

/** In milliseconds: the first tap on the unhydrated menu, typing into the hydrated form, and submitting it. */
async function visit(browser: Browser, url: string, slowdown: number) {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const page = await browser.newPage(phone);
  try {
    // Answers the request itself: only the page is measured.
    await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { status: 'sent' } }));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url);
    await takeLatencyMs(page);

    await page.locator('summary').tap();
    const menu = await takeLatencyMs(page);
    await page.keyboard.press('Escape');
    const name = page.getByLabel('Nome');
    await name.scrollIntoViewIfNeeded();
    await page.locator('astro-island:not([ssr]) form').waitFor();
    await takeLatencyMs(page);
    await name.tap();
    await name.pressSequentially('Maria da Serra');
    const typing = await takeLatencyMs(page);
    await page.getByLabel('Telefone').fill('49 90000-0000');
    await page.getByLabel('Mensagem').fill('A impressora parou.');
    await takeLatencyMs(page);
    await page.getByRole('button', { name: 'Enviar Mensagem' }).tap();
    const submission = await takeLatencyMs(page);
    return { 'open the menu, first tap': menu, 'type in the form': typing, submit: submission };
  } finally {
    await page.close();
  }
}

/**
 * @param url URL of the home page
 * @param runs number of visits per figure
 * @returns rows of interaction, CPU slowdown, median and worst in milliseconds
 */
export async function measureInteractions(url: string, runs: number): Promise<string[][]> {
  const browser = await chromium.launch(launchOptions());
  try {
    const rows: string[][] = [];
    for (const slowdown of SLOWDOWNS) {
      const visits: Record<string, number>[] = [];
      for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, url, slowdown));
      for (const interaction of Object.keys(visits[0] ?? {})) {
        const latencies = visits.map((latency) => latency[interaction] ?? NaN);
        const figures = [median(latencies), Math.max(...latencies)].map(String);
        rows.push([interaction, `${slowdown}× slower`, ...figures]);
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}
