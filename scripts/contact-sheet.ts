/** Lays the site's pages out on one picture: phone and desktop, light and dark, in its real type. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { readTokens, token } from '../src/lib/tokens.ts';
import { settle } from '../tests/browser/support/settle.ts';

/** Above it, the README makes a reader on the phone wait. */
const MAX_BYTES = 500_000;

const THEMES = ['light', 'dark'] as const;

interface Device {
  viewport: { width: number; height: number };
  /** Width on the sheet. */
  shownWidthPx: number;
}

const DESKTOP: Device = { viewport: { width: 1440, height: 900 }, shownWidthPx: 460 };
const PHONE: Device = { viewport: { width: 360, height: 740 }, shownWidthPx: 150 };

/** From left to right; the pages of a column stand one below the other. */
const COLUMNS: readonly { device: Device; paths: readonly string[] }[] = [
  { device: DESKTOP, paths: ['/'] },
  { device: PHONE, paths: ['/'] },
  { device: DESKTOP, paths: ['/planos', '/planos/tecnologia', '/planos/nao-existe'] },
  { device: PHONE, paths: ['/planos', '/nao-existe'] },
  { device: PHONE, paths: ['/planos/midia-social'] },
];

/** A longer page goes on in a further column: the home page on a phone takes two. */
const MAX_SHOWN_HEIGHT_PX = 1640;
const GAP_PX = 24;
const GAP_WITHIN_PAGE_PX = 8;
const WEBP_QUALITY = 82;

type Theme = (typeof THEMES)[number];

/** Tells a page's edges from the sheet's ground in either theme. */
const GROUND_TOKEN = { light: '--color-quiet', dark: '--color-line' } as const;

interface Shot {
  url: string;
  device: Device;
  theme: Theme;
}

interface Picture {
  png: Buffer;
  height: number;
}

async function picture(browser: Browser, { url, device, theme }: Shot): Promise<Picture> {
  const { viewport, shownWidthPx } = device;
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url);
  await settle(page);
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled' });
  await context.close();

  const { data, info } = await sharp(shot)
    .resize(shownWidthPx)
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, height: info.height };
}

/** A page in pieces that the sheet has room for, as even as they can be. */
async function inPieces({ png, height }: Picture, width: number): Promise<Picture[]> {
  const count = Math.ceil(height / MAX_SHOWN_HEIGHT_PX);
  const pieceHeight = Math.ceil(height / count);
  const tops = Array.from({ length: count }, (_, index) => index * pieceHeight);
  return Promise.all(
    tops.map(async (top) => {
      const piece = { left: 0, top, width, height: Math.min(pieceHeight, height - top) };
      return { png: await sharp(png).extract(piece).toBuffer(), height: piece.height };
    }),
  );
}

/** One theme's row of pages. */
async function band(browser: Browser, siteUrl: string, theme: Theme): Promise<Buffer> {
  const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');
  const background = token(readTokens(css)[theme], GROUND_TOKEN[theme]);
  const layers: OverlayOptions[] = [];
  let left = GAP_PX;
  for (const { device, paths } of COLUMNS) {
    let top = GAP_PX;
    let width = device.shownWidthPx;
    for (const path of paths) {
      const whole = await picture(browser, { url: `${siteUrl}${path}`, device, theme });
      const pieces = await inPieces(whole, device.shownWidthPx);
      pieces.forEach(({ png }, index) => {
        const shift = index * (device.shownWidthPx + GAP_WITHIN_PAGE_PX);
        layers.push({ input: png, left: left + shift, top });
        width = Math.max(width, shift + device.shownWidthPx);
      });
      top += (pieces[0]?.height ?? 0) + GAP_PX;
    }
    if (top > MAX_SHOWN_HEIGHT_PX + 2 * GAP_PX) {
      throw new Error(`${paths.join(', ')}: more than a column of the contact sheet can show.`);
    }
    left += width + GAP_PX;
  }
  const height = MAX_SHOWN_HEIGHT_PX + 2 * GAP_PX;
  return sharp({ create: { width: left, height, channels: 3, background } })
    .composite(layers)
    .png()
    .toBuffer();
}

/** @throws Error when the sheet is heavier than a README should be */
export async function makeContactSheet(
  browser: Browser,
  siteUrl: string,
  file: string,
): Promise<void> {
  const bands: Buffer[] = [];
  for (const theme of THEMES) bands.push(await band(browser, siteUrl, theme));
  const sheet = await sharp(bands, { join: { across: 1 } })
    .webp({ quality: WEBP_QUALITY, smartSubsample: true, effort: 6 })
    .toBuffer();
  if (sheet.length > MAX_BYTES) {
    throw new Error(`The contact sheet has ${sheet.length} bytes, more than ${MAX_BYTES}.`);
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, sheet);
  console.log(`${file}: ${sheet.length} bytes`);
}
