import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/page.ts';

const strip = (page: Page) => page.locator('.marquee');
const track = (page: Page) => page.locator('.marquee-track');
const pause = (page: Page) => page.getByRole('checkbox', { name: 'Pausar os logotipos' });

test('the client logos run in a loop of 25 seconds, and their copies are silent', async ({
  page,
}) => {
  await page.goto('/');
  await expect(strip(page).getByRole('img')).toHaveCount(6);
  await expect(track(page)).toHaveCSS('animation-duration', '25s');
  await expect(track(page)).toHaveCSS('animation-iteration-count', 'infinite');
});

test('the strip stops under the pointer, on focus and for whoever pauses it', async ({ page }) => {
  await page.goto('/');
  const expectIt = (state: 'running' | 'paused') =>
    expect(track(page)).toHaveCSS('animation-play-state', state);
  await page.mouse.move(0, 0);
  await expectIt('running');
  await page.locator('.marquee-window').hover();
  await expectIt('paused');
  await page.mouse.move(0, 0);
  await expectIt('running');

  for (const state of ['paused', 'running'] as const) {
    await pause(page).click();
    await page.mouse.move(0, 0);
    await expectIt(state);
  }

  await pause(page).blur();
  await page.keyboard.press('Tab');
  await pause(page).focus();
  await expectIt('paused');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a tap on the strip pauses it, the first one also', async ({ page }) => {
    await page.goto('/');
    await page.locator('.marquee-window').tap();
    await untilHydrated(strip(page));
    await expect(pause(page)).toBeChecked();
    await page.locator('.marquee-window').tap();
    await expect(pause(page)).not.toBeChecked();
  });
});

test('under reduced motion the strip is a still and complete row', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(strip(page).locator('img:visible')).toHaveCount(6);
  await expect(pause(page)).toBeHidden();
  await expect(track(page)).toHaveCSS('animation-name', 'none');
});
