/** The two animation loops and the reveals: how they move, how they stop, and who does not get them. */
import type { Locator } from '@playwright/test';
import { BRAND } from '../../src/brand/brand.ts';
import { expect, test } from '../support/browser/fixtures.ts';
import { untilHydrated } from '../support/browser/page.ts';

test.use({ reducedMotion: 'no-preference' });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('the hero’s drawing moves in loops of 15 seconds, which a visitor can stop, or not at all', async ({
  page,
}) => {
  const loops = () =>
    page.locator('#início').evaluate((hero) => {
      const all = hero.getAnimations({ subtree: true }).map(({ playState, effect }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        return [playState, duration, iterations].join(' ');
      });
      return [...new Set(all)];
    });
  const loop = '15000 Infinity';
  await expect.poll(loops).toEqual(BRAND.isDrawingMoving ? [`running ${loop}`] : []);
  const pause = page.locator('#início').getByRole('checkbox');
  await expect(pause).toHaveCount(Number(BRAND.isDrawingMoving));
  if (!BRAND.isDrawingMoving) return;
  await pause.check();
  await expect.poll(loops).toEqual([`paused ${loop}`]);
});

test('the client logos move in a loop of 25 seconds, and stop under a visitor’s pointer or focus', async ({
  page,
}) => {
  const track = page.locator('.marquee-track');
  const pause = page.getByRole('checkbox', { name: 'Parar o movimento dos logotipos' });
  const expectIt = (state: 'running' | 'paused') =>
    expect(track).toHaveCSS('animation-play-state', state);
  // Screen readers skip the copies that close the loop.
  await expect(page.locator('.marquee').getByRole('img')).toHaveCount(6);
  await expect(track).toHaveCSS('animation-duration', '25s');
  await expect(track).toHaveCSS('animation-iteration-count', 'infinite');

  await page.mouse.move(0, 0);
  await expectIt('running');
  await page.locator('.marquee-window').hover();
  await expectIt('paused');
  await page.mouse.move(0, 0);
  await expectIt('running');
  for (const state of ['paused', 'running'] as const) {
    await pause.click();
    await page.mouse.move(0, 0);
    await expectIt(state);
  }
  await pause.blur();
  await page.keyboard.press('Tab');
  await pause.focus();
  await expectIt('paused');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a visitor’s tap pauses the logos, even the first one', async ({ page }) => {
    const pause = page.getByRole('checkbox', { name: 'Parar o movimento dos logotipos' });
    await page.locator('.marquee-window').tap();
    await untilHydrated(page.locator('.marquee'));
    await expect(pause).toBeChecked();
    await page.locator('.marquee-window').tap();
    await expect(pause).not.toBeChecked();
  });
});

test.describe('on a tall screen', () => {
  test.use({ viewport: { width: 1280, height: 1600 } });

  // Not every browser ties an animation to the scroll position.
  test('cards rise as the visitor scrolls to them, and those already on the screen stay still @chromium', async ({
    page,
  }) => {
    const seen = page.locator('#sobre-nós .reveal').first();
    await expect(seen).toBeInViewport();
    const card = page.locator('#planos-home .reveal').last();
    const animationsOf = (part: Locator) => part.evaluate((one) => one.getAnimations().length);
    const shift = () =>
      card.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
    expect(await animationsOf(card)).toBe(0);
    await page.mouse.wheel(0, 1);
    await expect.poll(() => animationsOf(card)).toBe(1);
    await expect.poll(shift).toBeGreaterThan(0);
    expect(await animationsOf(seen)).toBe(0);
    await card.evaluate((element) => {
      element.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
    await expect.poll(shift).toBe(0);
  });
});

test('nothing moves for a visitor who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.wheel(0, 1);
  await expect(page.locator('#planos-home .reveal').last()).toHaveAttribute('data-reveal');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await expect(page.locator('.marquee img:visible')).toHaveCount(6);
  await expect(page.getByRole('checkbox', { name: /^Parar/ })).toHaveCount(0);
});
