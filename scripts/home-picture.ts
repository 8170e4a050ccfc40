/** The README's first picture: the home page as a visitor with a wide screen first sees it. */
import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { serveSite } from '../local/site-server.ts';
import { TEST_BUILDS } from '../tests/browser/support/builds.ts';
import { settle } from '../tests/browser/support/settle.ts';
import { launchOptions } from './browser.ts';

const VIEWPORT = { width: 1280, height: 720 };

export async function takeHomePicture(file: string): Promise<void> {
  const site = await serveSite({ folder: TEST_BUILDS.configured.folder });
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
    await page.goto(site.url);
    await settle(page);
    const png = sharp(await page.screenshot()).png({ palette: true, effort: 10 });
    await writeFile(file, await png.toBuffer());
  } finally {
    await browser.close();
    await site.stop();
  }
}
