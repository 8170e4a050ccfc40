/** Drawings and compositions that no screenshot shows at every width. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from '../support/browser/fixtures.ts';
import { settle } from '../support/browser/page.ts';

/** Stacked, the card was 500 to 700 pixels high. */
const TALLEST_PX = 420;

/** Of 255; a hairline differs by 10 and more. */
const MOST_DIFFERENCE = 3;

// As Windows sets on many laptops: edges fall between two pixels.
test.use({ deviceScaleFactor: 1.25 });

test('on a tablet, the first service has its picture beside its text', async ({ page }) => {
  await page.goto('/');
  for (const width of [640, 768, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const card = page.locator('.services > li').first();
    const text = await card.getByRole('paragraph').boundingBox();
    const picture = await card.locator('img').boundingBox();
    expect(picture?.x ?? 0).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
    expect((await card.boundingBox())?.height).toBeLessThan(TALLEST_PX);
  }
});

for (const path of ['/', '/planos', '/planos/tecnologia', '/privacidade', '/planos/404']) {
  test(`the hills at the end of ${path} cover no text, widen no screen, let no tap through and have clean edges`, async ({
    page,
  }) => {
    const isEmpty = readFileSync('src/brand/Horizon.astro', 'utf8').trim() === '';
    test.skip(isEmpty, 'This brand draws no hills.');
    await page.goto(path);
    await settle(page);
    for (const width of [320, 390, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const [top, lowest, wide] = await page.evaluate(() => {
        // The action bar of the home page lies behind them.
        const above = 'main > :not(.action-bar):has(~ .horizon)';
        const all = [...document.querySelectorAll(`${above} :is(p, h2, a, li, summary, img)`)];
        // Closed answers have a place, too.
        const shown = all.filter((one) => one.checkVisibility());
        const bottoms = shown.map((one) => one.getBoundingClientRect().bottom);
        const paths = [...document.querySelectorAll('.horizon path')];
        const tops = paths.map((one) => one.getBoundingClientRect().top);
        return [Math.min(...tops), Math.max(...bottoms), document.documentElement.scrollWidth];
      });
      expect(top, `at ${width} px`).toBeGreaterThan(lowest);
      expect(top, 'there are hills').toBeLessThan(Infinity);
      expect(wide).toBe(width);
      // As Google's page translation turns it.
      const turned = await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
        const { scrollWidth } = document.documentElement;
        document.documentElement.dir = '';
        return scrollWidth;
      });
      expect(turned, 'from right to left').toBe(width);

      const hills = page.locator('.horizon');
      const isHit = await hills.evaluate((svg) => {
        svg.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { top } = svg.getBoundingClientRect();
        return svg.contains(document.elementFromPoint(innerWidth / 2, top + 36));
      });
      expect(isHit, `at ${width} px, a tap meets what is seen`).toBe(true);
      const { y = NaN, height = NaN } = (await hills.boundingBox()) ?? {};
      // Where no tree stands.
      const clip = { x: 0, y: y - 4, width: 1, height: height + 8 };
      const picture = sharp(await page.screenshot({ clip }))
        .greyscale()
        .raw();
      const { data, info } = await picture.toBuffer({ resolveWithObject: true });
      const shades = data.filter((_, at) => at % (info.width * info.channels) === 0);
      const isOfSkyOrHill = (shade: number) =>
        [shades.at(0), shades.at(-1)].some((one = NaN) => Math.abs(shade - one) <= MOST_DIFFERENCE);
      const others = [...shades].filter((shade) => !isOfSkyOrHill(shade));
      expect(others.length, `at ${width} px, the hill's own edge: ${others.join()}`).toBeLessThan(
        3,
      );
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.horizon')).toBeHidden();
  });
}

test('the privacy page names who is responsible, and lists its parts on a wide screen', async ({
  page,
}) => {
  await page.goto('/privacidade');
  await expect(page.getByRole('article')).toContainText('Rua do Pinhão, 100');
  const parts = page.getByRole('navigation', { name: 'Nesta página' });
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(parts).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 800 });
  const last = parts.getByRole('link').last();
  // The list scrolls with the page: stuck, it would be higher than the screen.
  await page.mouse.wheel(0, 160);
  await expect(last).toBeInViewport();
  await last.click();
  const heading = page.getByRole('heading', { name: await last.innerText() });
  await expect(heading).toBeInViewport();
});

test('a link to the contact shows nothing of the hills below the bar', async ({ page }) => {
  await page.goto('/');
  for (const width of [390, 640, 768, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => {
      scrollTo(0, 0);
      location.hash = '#contato';
    });
    const { height = NaN } = (await page.locator('.bar').boundingBox()) ?? {};
    await expect(page.locator('#contato h2')).toBeInViewport();
    // The last column may be half a pixel.
    const clip = { x: 0, y: Math.ceil(height), width: width - 2, height: 4 };
    const strip = await page.screenshot({ clip });
    const { channels } = await sharp(strip).greyscale().stats();
    const [{ min, max } = { min: NaN, max: NaN }] = channels;
    expect(max - min, `at ${width} px`).toBeLessThanOrEqual(MOST_DIFFERENCE);
  }
});
