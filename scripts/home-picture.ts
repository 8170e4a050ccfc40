/** The README's first picture: the home page as a visitor with a wide screen first sees it. */
import { writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { settle } from '../tests/browser/support/settle.ts';

const VIEWPORT = { width: 1280, height: 720 };

export async function takeHomePicture(
  browser: Browser,
  siteUrl: string,
  file: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  await page.goto(siteUrl);
  await settle(page);
  const png = sharp(await page.screenshot()).png({ palette: true, effort: 10 });
  await writeFile(file, await png.toBuffer());
  await page.close();
}
