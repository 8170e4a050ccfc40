import { expect, test } from './support/fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('the hero’s tree lights up in a loop of 15 seconds that can be stopped', async ({ page }) => {
  const loops = () =>
    page.locator('#início').evaluate((hero) =>
      hero.getAnimations({ subtree: true }).map(({ playState, effect }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        return { playState, duration, iterations };
      }),
    );
  const loop = { duration: 15_000, iterations: Infinity };
  // The light, the traces that it shows, and the tufts.
  expect(await loops()).toEqual(Array(3).fill({ ...loop, playState: 'running' }));

  const animated = await page.locator('#início').evaluate((hero) =>
    hero
      .getAnimations({ subtree: true })
      .flatMap((animation) => (animation.effect as KeyframeEffect).getKeyframes())
      .flatMap((keyframe) => Object.keys(keyframe))
      .filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)),
  );
  // A browser animates these two without styling, laying out or painting anything again.
  expect(new Set(animated)).toEqual(new Set(['transform', 'opacity']));

  await page.getByRole('checkbox', { name: 'Pausar a animação da árvore' }).check();
  expect(await loops()).toEqual(Array(3).fill({ ...loop, playState: 'paused' }));
});

test('the hero’s hills reach across the widest screens', async ({ page }) => {
  await page.setViewportSize({ width: 3440, height: 1440 });
  await page.goto('/');
  const hills = page.locator('#início svg[viewBox="0 56 600 600"] path').first();
  const { x = 0, width = 0 } = (await hills.boundingBox()) ?? {};
  expect(x).toBeLessThan(0);
  expect(x + width).toBeGreaterThan(3440);
});

test('the hero stands still where a link leads to words in it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const hero = page.locator('#início');
  await page.getByRole('link', { name: 'Descubra Nossas Soluções' }).evaluate((button) => {
    button.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  const scroll = await hero.evaluate(({ scrollHeight, clientHeight, scrollTop }) => ({
    hidden: scrollHeight - clientHeight,
    scrollTop,
  }));
  expect(scroll).toEqual({ hidden: 0, scrollTop: 0 });
});

test('cards rise into place as the visitor scrolls to them', async ({ page }) => {
  const hasTimelines = await page.evaluate(() => CSS.supports('animation-timeline: view()'));
  test.skip(!hasTimelines, 'this browser ties no animation to the scroll position');
  const cards = page.locator('#serviços .reveal');
  const animations = () =>
    cards.evaluateAll((elements) => elements.map((element) => element.getAnimations().length));
  const shift = () =>
    cards.last().evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
  expect(await animations()).toEqual([0, 0, 0, 0]);
  await page.mouse.wheel(0, 1);
  await expect.poll(animations).toEqual([1, 1, 1, 1]);
  expect(await shift()).toBeGreaterThan(0);
  await cards.last().evaluate((element) => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  await expect.poll(shift).toBe(0);
});

test('what already stands on the screen stays there as one scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.reload();
  const seen = page.locator('#sobre-nós .reveal').first();
  await expect(seen).toBeInViewport();
  await page.mouse.wheel(0, 1);
  await expect(page.locator('#planos-home .reveal').first()).toHaveAttribute('data-reveal');
  expect(await seen.evaluate((element) => element.getAnimations().length)).toBe(0);
});

test('nothing rises for visitors who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.wheel(0, 1);
  const card = page.locator('#serviços .reveal').last();
  await expect(card).toHaveAttribute('data-reveal');
  expect(await card.evaluate((element) => element.getAnimations().length)).toBe(0);
});
