/** Page helpers that several tests share: waits, stalled connections, layout shifts. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { listen } from '../../../local/listen.ts';
import { TEST_BUILDS } from '../builds.ts';
import { expectConsoleErrors, FAILED_SCRIPTS } from './console-errors.ts';

/** A page in which nothing moves may report no idle period. */
const IDLE_DEADLINE_MS = 500;

/** Waits until the island that contains an element has hydrated. */
export async function untilHydrated(part: Locator): Promise<void> {
  await expect(part.locator('xpath=ancestor::astro-island')).not.toHaveAttribute('ssr');
  // React renders and adds its listeners in later tasks; the first idle period follows them.
  await part.page().evaluate(
    (timeout) =>
      new Promise((resolve) => {
        // Safari has no idle callback.
        if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout });
        else setTimeout(resolve);
      }),
    IDLE_DEADLINE_MS,
  );
}

/** Changes the HTML of a page on its way to the browser. */
export async function changeHtml(
  page: Page | BrowserContext,
  url: string,
  change: (html: string) => string,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Holds requests, as a slow connection does. Returns a function that releases them. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<null>();
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    resolve(null);
  };
}

/**
 * Opens a page, by default the home page, whose HTML stalls after the given text. Returns a function that
 * sends the rest.
 */
export async function openInPieces(page: Page, pauseBefore: string, file = 'index') {
  const html = readFileSync(join(TEST_BUILDS.configured.folder, `${file}.html`), 'utf8');
  const pause = html.indexOf(pauseBefore);
  const { promise: released, resolve } = Promise.withResolvers<null>();
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' });
    response.write(html.slice(0, pause));
    void released.then(() => response.end(html.slice(pause)));
  });
  const port = await listen(server);
  page.once('close', () => {
    server.closeAllConnections();
    server.close();
  });
  // The server has the page alone.
  expectConsoleErrors(page, /^Failed to load resource: .* 404 /, ...FAILED_SCRIPTS);
  await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' });
  return () => {
    resolve(null);
  };
}

/** Sum of the layout shifts since a moment, as the browser reports them. */
export function shiftSince(start: number): number {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  return (observer.takeRecords() as (PerformanceEntry & { value: number })[])
    .filter(({ startTime }) => startTime > start)
    .reduce((sum, { value }) => sum + value, 0);
}

/** Waits until the page has requested its web font, which it does after the first paint. */
export async function untilWebFontIsWanted(page: Page): Promise<void> {
  await page.locator('html.web-font').waitFor({ state: 'attached' });
}

/**
 * Loads the display face and lazy pictures further down. Returns the face's name, for tests that set all
 * text in it: system fonts differ.
 */
export async function settle(page: Page): Promise<void> {
  await untilWebFontIsWanted(page);
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode())]);
    const { fontFamily } = getComputedStyle(document.querySelector('h1') ?? document.body);
    document.documentElement.style.setProperty('--own-face', fontFamily);
  });
}
