import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';

const strip = (page: Page) => page.locator('.marquee');
const pause = (page: Page) => page.getByRole('checkbox', { name: 'Pausar os logotipos' });

function trackStyle(page: Page, property: string): Promise<string> {
  return page
    .locator('.marquee-track')
    .evaluate((track, name) => getComputedStyle(track).getPropertyValue(name), property);
}

test('six client logos run in a loop of 25 seconds', async ({ page }) => {
  await page.goto('/');
  await expect(strip(page).getByRole('img')).toHaveCount(6);
  expect(await trackStyle(page, 'animation-duration')).toBe('25s');
  expect(await trackStyle(page, 'animation-iteration-count')).toBe('infinite');
});

test('each logo names its company, and the copies are silent', async ({ page }) => {
  await page.goto('/');
  const names = await strip(page)
    .getByRole('img')
    .evaluateAll((logos) => logos.map((logo) => logo.getAttribute('alt')));
  expect(new Set(names).size).toBe(6);
  expect(names).toContain('Padaria Vô Antônio');
});

test('the strip stops under the pointer, on focus and for whoever pauses it', async ({ page }) => {
  await page.goto('/');
  await page.mouse.move(0, 0);
  expect(await trackStyle(page, 'animation-play-state')).toBe('running');
  await page.locator('.marquee-window').hover();
  expect(await trackStyle(page, 'animation-play-state')).toBe('paused');
  await page.mouse.move(0, 0);
  expect(await trackStyle(page, 'animation-play-state')).toBe('running');

  await pause(page).click();
  await page.mouse.move(0, 0);
  expect(await trackStyle(page, 'animation-play-state')).toBe('paused');
  await pause(page).click();
  await page.mouse.move(0, 0);
  expect(await trackStyle(page, 'animation-play-state')).toBe('running');

  await pause(page).blur();
  await page.keyboard.press('Tab');
  await pause(page).focus();
  expect(await trackStyle(page, 'animation-play-state')).toBe('paused');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a tap on the strip pauses it', async ({ page }) => {
    await page.goto('/');
    await page.locator('.marquee-window').tap();
    await untilHydrated(strip(page));
    await expect(pause(page)).toBeChecked();
    await page.locator('.marquee-window').tap();
    await expect(pause(page)).not.toBeChecked();
  });
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the strip is a still and complete row', async ({ page }) => {
    await page.goto('/');
    await expect(strip(page).getByRole('img')).toHaveCount(6);
    await expect(strip(page).locator('img:visible')).toHaveCount(6);
    await expect(pause(page)).toBeHidden();
    expect(await trackStyle(page, 'animation-name')).toBe('none');
  });
});
