/**
 * What the site looks like, compared with the pictures in `screenshots/`. They are made by
 * `npm run screenshots`; look at each before you commit it.
 */
import { existsSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { HEIGHT_PX, SCENES, TARGETS, WIDTHS_PX, withRing, type Scene } from './support/scenes.ts';
import { settle } from './support/settle.ts';

/** The day on which all pictures are taken: the footer shows its year. */
const DAY = new Date('2026-07-01T12:00:00-03:00');

/**
 * All text in the face that travels with the site, since the system's own differs between machines,
 * and drawn without hinting, which does too. Nothing moves or blinks.
 */
const PINNED_STYLE = `
  *, ::before, ::after, ::placeholder {
    font-family: THE-FACE !important;
    text-rendering: geometricPrecision !important;
    -webkit-font-smoothing: antialiased !important;
    caret-color: transparent !important;
    scroll-behavior: auto !important;
  }
`;

/**
 * Room for the edges of letters and curves beyond what the comparison forgives by itself, none for
 * a lost border. A number and no share: a share of the home page would hide a whole button.
 */
const MAX_DIFFERENT_PIXELS = 400;
/** The same for a picture of a single control. */
const MAX_DIFFERENT_PIXELS_OF_CONTROL = 60;

// The site's security policy would refuse the style below, and the one that hides the caret.
test.use({ bypassCSP: true });

async function pinLook(page: Page): Promise<void> {
  await page.clock.install({ time: DAY });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((css) => {
    const pin = (): void => {
      const heading = document.querySelector('h1') ?? document.documentElement;
      const style = document.createElement('style');
      style.textContent = css.replace('THE-FACE', getComputedStyle(heading).fontFamily);
      document.head.append(style);
    };
    // The head exists from the first child of the document on; the pin has to come after its styles.
    document.addEventListener('DOMContentLoaded', pin);
  }, PINNED_STYLE);
}

async function expectAsDrawn(
  page: Page,
  target: Awaited<ReturnType<Scene['enter']>>,
  picture: string,
  info: TestInfo,
): Promise<void> {
  const isTaking = info.config.updateSnapshots !== 'none';
  if (!isTaking && !existsSync(info.snapshotPath(picture))) {
    throw new Error(
      `There is no ${picture} to compare with. Run \`npm run screenshots\`, look at it and commit it.`,
    );
  }
  const maxDiffPixels =
    typeof target === 'string' ? MAX_DIFFERENT_PIXELS : MAX_DIFFERENT_PIXELS_OF_CONTROL;
  const options = { maxDiffPixels, scale: 'css' } as const;
  if (typeof target === 'string') {
    await expect(page).toHaveScreenshot(picture, { ...options, fullPage: target === 'page' });
  } else if ('clip' in target) {
    await expect(page).toHaveScreenshot(picture, { ...options, ...target });
  } else {
    await expect(target).toHaveScreenshot(picture, options);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS_PX) {
    test.describe(`in the ${colorScheme} theme at ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: HEIGHT_PX } });

      for (const { name, widthPx = width, theme = colorScheme, build, enter } of SCENES) {
        if (widthPx !== width || theme !== colorScheme) continue;

        test.describe(name, () => {
          test.use({ build: build ?? 'configured' });

          test(`a visitor sees “${name}” as it was drawn`, async ({ page, endpoint }, info) => {
            await pinLook(page);
            const target = await enter({ page, endpoint });
            await settle(page);
            await expectAsDrawn(page, target, `${name}-${width}-${colorScheme}.png`, info);
          });
        });
      }

      for (const [name, { address, widthPx, find }] of Object.entries(TARGETS)) {
        if (widthPx !== width) continue;

        test(`“${name}” answers focus, pointer and pressure as it was drawn`, async ({
          page,
        }, info) => {
          const picture = (state: string) => `${name}-${state}-${width}-${colorScheme}.png`;
          await pinLook(page);
          await page.goto(address);
          await settle(page);
          const control = find(page);

          // The visitor's last key was on the keyboard: only then does a browser show the focus.
          await page.keyboard.press('Tab');
          await control.focus();
          await expectAsDrawn(page, await withRing(control), picture('em-foco'), info);
          await control.blur();

          await control.hover();
          await expectAsDrawn(page, control, picture('sob-o-ponteiro'), info);
          await page.mouse.down();
          await expectAsDrawn(page, control, picture('sob-pressao'), info);
        });
      }
    });
  }
}
