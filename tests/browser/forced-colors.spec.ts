import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';

test.use({ forcedColors: 'active', viewport: { width: 360, height: 800 } });

/** Backgrounds are the system's: only a border still tells where a control ends. */
async function expectBorder(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const { style, width, color, ground } = await control.evaluate((element) => {
    const computed = getComputedStyle(element);
    return {
      style: computed.borderTopStyle,
      width: parseFloat(computed.borderTopWidth),
      color: computed.borderTopColor,
      ground: getComputedStyle(document.body).backgroundColor,
    };
  });
  expect(style).toBe('solid');
  expect(width).toBeGreaterThanOrEqual(1);
  expect(color).not.toBe(ground);
  expect(color).not.toBe('rgba(0, 0, 0, 0)');
}

/** The share of pixels that differ from the most frequent colour: nothing drawn, no difference. */
async function expectDrawn(element: Locator): Promise<void> {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [first] = [data.readUIntBE(0, 3)];
  let different = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (data.readUIntBE(at, 3) !== first) different += 1;
  }
  expect(different).toBeGreaterThan(10);
}

test('with the system’s own colours, every button has a border', async ({ page }) => {
  for (const address of ['/', '/planos', '/planos/tecnologia', '/nao-existe']) {
    await page.goto(address);
    for (const button of await page.locator('.button:visible').all()) await expectBorder(button);
  }
});

test('the Menu button and its three bars can be seen, and so can the links it opens', async ({
  page,
}) => {
  await page.goto('/');
  const menu = page.locator('summary');
  await expectBorder(menu);
  const bars = await menu.evaluate((element) => {
    const { backgroundImage, forcedColorAdjust } = getComputedStyle(element, '::before');
    return { backgroundImage, forcedColorAdjust };
  });
  expect(bars.backgroundImage).toContain('gradient');
  await menu.click();
  await expectBorder(page.locator('.menu-panel'));
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Contato' })).toBeVisible();
});

test('fields have borders, and a wrong one says so in words', async ({ page }) => {
  await page.goto('/');
  for (const label of ['Nome', 'Telefone', 'Mensagem']) await expectBorder(page.getByLabel(label));
});

test('cards and notices are told from their ground by a border', async ({ page }) => {
  await page.goto('/planos');
  for (const card of await page.locator('.card').all()) await expectBorder(card);
  await page.goto('/#mensagem-enviada');
  await expectBorder(page.locator('#mensagem-enviada'));
});

test('the trunk of the values and the bus of the services are drawn', async ({ page }) => {
  await page.goto('/');
  const ground = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor);
  for (const [items, pseudo] of [
    ['#sobre-nós li:not(:last-child)', '::before'],
    ['#serviços li:not(:last-child)', '::after'],
  ] as const) {
    const lines = await page
      .locator(items)
      .evaluateAll(
        (elements, name) => elements.map((e) => getComputedStyle(e, name).backgroundColor),
        pseudo,
      );
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toBe(ground);
      expect(line).not.toBe('rgba(0, 0, 0, 0)');
    }
  }
});

test('the pause buttons show what they do', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  for (const toggle of await page.locator('.motion-toggle:visible').all()) {
    await expectBorder(toggle);
    await expectDrawn(toggle);
  }
});

test('icons take the colour of the text beside them', async ({ page }) => {
  await page.goto('/planos');
  for (const icon of await page.locator('main svg:visible').all()) {
    const { icon: drawn, text } = await icon.evaluate((svg) => {
      const path = svg.querySelector('[stroke="currentColor"]') ?? svg;
      const stroke = getComputedStyle(path).stroke;
      return { icon: stroke, text: getComputedStyle(svg).color };
    });
    expect(drawn).toBe(text);
  }
});

test('the focus is outlined in a colour of the system', async ({ page }) => {
  await page.goto('/planos');
  await page.keyboard.press('Tab');
  const outline = await page
    .locator(':focus')
    .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe('solid');
});
