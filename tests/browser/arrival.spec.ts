/** How a visitor arrives at a page: by a link, by history navigation, with an older browser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_BUILDS } from '../support/builds.ts';
import { ISLAND_TARGETS } from '../../src/lib/browser-floor.ts';
import { expect, test, watchRequests } from './support/fixtures.ts';
import { newerApis, removeApis } from './support/newer-apis.ts';
import { openInPieces, shiftSince, untilHydrated } from './support/page.ts';

/** Time in which a browser paints whatever it is able to. */
const FRAMES_MS = 250;

test('a visitor who follows a link to a section or a text fragment sees it, even after a reload', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { name: 'Vamos Conversar?' });
  // The second is a link from a search engine.
  for (const url of ['/#contato', '/#:~:text=Vamos%20Conversar']) {
    await page.goto('about:blank');
    await page.goto(url);
    await expect(heading).toBeInViewport();
    await page.reload();
    await expect(heading).toBeInViewport();
  }
});

test('a page that arrives in pieces shows each piece in its final position', async ({ page }) => {
  for (const [file, pause, expected] of [
    ['index', 'class="hero-drawing', 'nothing yet'],
    ['index', 'class="hero-thin"', 'a frame'],
    // A not-found page is so short that its footer moves the whole page.
    ['404', 'id="ano"', 'nothing yet'],
  ] as const) {
    const sendRest = await openInPieces(page, pause, file);
    await page.locator('.hero-text .button').waitFor({ state: 'attached' });
    const seen = page.evaluate(
      (wait) =>
        new Promise((resolve) => {
          requestAnimationFrame(() => {
            resolve('a frame');
          });
          setTimeout(resolve, wait, 'nothing yet');
        }),
      FRAMES_MS,
    );
    expect(await seen).toBe(expected);
    sendRest();
    await page.waitForLoadState();
    expect(await page.evaluate(shiftSince, 0)).toBe(0);
  }
});

test('a browser below the floor loads no script and posts the form natively', async ({
  page,
  endpoint,
  contact,
}) => {
  const scripts = watchRequests(page, 'script');
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'structuredClone');
  });
  await page.goto('/#contato');
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  expect(endpoint.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(scripts).toEqual([]);
});

test('a browser with nothing newer than the floor sends a message by the client', async ({
  page,
  endpoint,
  contact,
}) => {
  const newerMethod = ['AbortSignal', 'throwIfAborted'];
  expect(newerApis('AbortSignal.throwIfAborted()', ISLAND_TARGETS)).toContainEqual(newerMethod);
  const assets = join(TEST_BUILDS.configured.folder, '_astro');
  const files = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const scripts = files.map((name) => readFileSync(join(assets, name), 'utf8'));
  await page.addInitScript(removeApis, newerApis(scripts.join('\n'), ISLAND_TARGETS));
  await contact.open('/#contato');
  await untilHydrated(page.getByRole('navigation'));
  await contact.send();
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  expect(endpoint.requests).toHaveLength(1);
  expect(endpoint.requests[0]?.headers).toHaveProperty('x-client-info');
});
