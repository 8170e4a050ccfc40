/** How a page arrives: in pieces, or at an older browser. */
import { HERO_DRAWING_ID } from '../../src/lib/page-parts.ts';
import { expect, test, watchRequests } from '../support/browser/fixtures.ts';
import { openInPieces, shiftSince } from '../support/browser/page.ts';

/** Time in which a browser paints whatever it is able to. */
const FRAMES_MS = 250;

test('a page that arrives in pieces shows each piece in its final position @chromium', async ({
  page,
}) => {
  for (const [file, pause, expected] of [
    ['index', `id="${HERO_DRAWING_ID}"`, 'nothing yet'],
    // Somewhere inside the drawing.
    ['index', '</svg></div>', 'a frame'],
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

test('a browser below the floor loads no script, even for the form', async ({ page, contact }) => {
  const scripts = watchRequests(page, 'script');
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'structuredClone');
  });
  await page.goto('/#contato');
  await contact.fill();
  await page.getByRole('navigation').hover();
  expect(scripts).toEqual([]);
});
