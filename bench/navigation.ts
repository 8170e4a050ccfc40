/**
 * From the click on a link to the first paint of the page behind it, on a slow line, with and
 * without the speculation rules that fetch the page ahead.
 */
import { chromium, type Browser } from '@playwright/test';
import { launchOptions } from '../scripts/browser.ts';
import { behindLine } from './line.ts';
import { median } from './statistics.ts';

/**
 * What every answer is held back. The tests' own throttling does not reach what Chromium fetches
 * ahead, so the line is slow at the server's end: two round trips of Slow 4G, as a page costs that
 * fits one congestion window and finds its connection open.
 */
const HELD_BACK_MS = 300;

/** The time between seeing a link and clicking it: people are no faster. */
const REST_MS = 400;

/** What visitors point with: a mouse rests on the link meanwhile, a finger comes out of nowhere. */
const POINTERS = {
  mouse: { viewport: { width: 1280, height: 800 } },
  finger: { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true },
} as const;

type Pointer = keyof typeof POINTERS;

export interface NavigationTime {
  way: string;
  pointer: Pointer;
  aheadMs: number;
  plainMs: number;
}

/** Milliseconds from the pointer going down on a link to the first paint of the page it leads to. */
async function clickToPaint(
  browser: Browser,
  from: string,
  selector: string,
  pointer: Pointer,
  isAhead: boolean,
): Promise<number> {
  const context = await browser.newContext(POINTERS[pointer]);
  try {
    const page = await context.newPage();
    if (!isAhead) {
      await page.route(from, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        const body = html.replace(/<script type="speculationrules">.*?<\/script>/s, '');
        await route.fulfill({ response, body });
      });
    }
    await page.goto(from, { waitUntil: 'load' });
    const clicked = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener(
            'pointerdown',
            ({ timeStamp }) => {
              resolve(performance.timeOrigin + timeStamp);
            },
            { once: true },
          );
        }),
    );
    const link = page.locator(selector).first();
    await link.scrollIntoViewIfNeeded();
    if (pointer === 'mouse') await link.hover();
    await page.waitForTimeout(REST_MS);
    const arrives = page.waitForURL((url) => url.href !== from, { waitUntil: 'load' });
    const point = pointer === 'mouse' ? () => link.click() : () => link.tap();
    const [start] = await Promise.all([clicked, point()]);
    await arrives;
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const [entry] = list.getEntriesByName('first-contentful-paint');
            if (entry) resolve(performance.timeOrigin + entry.startTime);
          }).observe({ type: 'paint', buffered: true });
        }),
    );
    return painted - start;
  } finally {
    await context.close();
  }
}

const WAYS = [
  { way: 'home to plan list', from: '/', selector: 'main a[href="/planos"]' },
  { way: 'plan list to plan', from: '/planos', selector: 'main a[href="/planos/tecnologia"]' },
  { way: 'plan to contact', from: '/planos/tecnologia', selector: 'main a[href="/#contato"]' },
];

/** @param runs how many clicks each figure is the median of */
export async function measureNavigation(siteUrl: string, runs: number): Promise<NavigationTime[]> {
  const browser = await chromium.launch(launchOptions());
  const { url, stop } = await behindLine(siteUrl, { answerAfterMs: HELD_BACK_MS });
  try {
    const times: NavigationTime[] = [];
    for (const pointer of Object.keys(POINTERS) as Pointer[]) {
      for (const { way, from, selector } of WAYS) {
        const ahead: number[] = [];
        const plain: number[] = [];
        for (let run = 0; run < runs; run += 1) {
          ahead.push(await clickToPaint(browser, url + from, selector, pointer, true));
          plain.push(await clickToPaint(browser, url + from, selector, pointer, false));
        }
        times.push({ way, pointer, aheadMs: median(ahead), plainMs: median(plain) });
      }
    }
    return times;
  } finally {
    await browser.close();
    await stop();
  }
}
