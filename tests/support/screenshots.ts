/**
 * `npm run screenshots` takes the pictures of the editor's guide and those that tests/browser/visual.spec.ts compares
 * with, and the README's. Run it after an intended change, and look at the differences before you commit them. The guide's
 * and the README's show the machine's `system-ui`: on Linux, set it to Roboto in fontconfig.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions } from '../../local/browser.ts';
import { commandOf } from '../../local/machine.ts';
import { serveSite } from '../../local/site-server.ts';

const OWN_BUILD = '.local/test-builds/own';
const README_PICTURE = 'docs/images/home.png';

// Keeps pictures that still match, byte for byte.
const update = ['--update-snapshots=changed', '--reporter=dot'];
const [program = '', ...args] = commandOf('@playwright/test', 'test', ...update);
const specs = ['visual.spec.ts', 'guide.spec.ts', '--project=chromium', '--project=guide'];
const { status } = spawnSync(program, [...args, ...specs], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// The site's own content, with the machine's own system face, which the pinned screenshots replace.
const [astro = '', ...build] = commandOf('astro', 'build', '--outDir', OWN_BUILD);
const env = { ...process.env, SITE_BASE: '' };
if (spawnSync(astro, build, { env, stdio: 'inherit' }).status !== 0) process.exit(1);
const site = await serveSite({ folder: OWN_BUILD });
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({
  viewport: { width: 1440, height: 810 },
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
