/**
 * `npm run screenshots` takes the README's picture, of the content in src/content, and those that
 * tests/browser/visual.spec.ts compares with, of the tests' own content. Run it after an intended change, and look
 * at the differences before you commit them.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { serveSite } from '../local/site-server.ts';
import { launchOptions } from '../local/browser.ts';
import { commandOf } from '../local/machine.ts';

const README_PICTURE = 'docs/images/home.png';
const README_BUILD = '.local/readme-site';

// Keeps pictures that still match, byte for byte.
const update = ['--update-snapshots=changed', '--reporter=dot'];
const [program = '', ...args] = commandOf('@playwright/test', 'test', 'visual.spec.ts', ...update);
const { status } = spawnSync(program, [...args, '--project=chromium'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const [astro = '', ...build] = commandOf('astro', 'build', '--outDir', README_BUILD);
const built = spawnSync(astro, build, { stdio: ['ignore', 'ignore', 'inherit'] });
if (built.status !== 0) process.exit(built.status ?? 1);
const site = await serveSite({ folder: README_BUILD });
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({
  viewport: { width: 1280, height: 720 },
  reducedMotion: 'reduce',
});
await page.goto(site.url, { waitUntil: 'networkidle' });
await page.screenshot({ path: README_PICTURE });
await browser.close();
await site.stop();

// A palette without dithering: a third of the bytes, within the tolerance of the comparison.
for (const file of [...globSync('tests/browser/screenshots/*.png'), README_PICTURE]) {
  const png = await readFile(file);
  if ((await sharp(png).metadata()).isPalette) continue;
  await writeFile(file, await sharp(png).png({ palette: true, dither: 0, effort: 10 }).toBuffer());
}
