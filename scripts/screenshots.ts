/**
 * Takes the pictures that tests/browser/visual.spec.ts compares with, and the pictures of the
 * README. Run it after a wanted change of the look (`npm run screenshots`), and look at what changed
 * before you commit it: from then on it counts as right.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { makeContactSheet } from './contact-sheet.ts';
import { withExampleSite } from './example-site.ts';
import { takeHomePicture } from './home-picture.ts';

const PICTURES = 'tests/browser/screenshots/*.png';

/**
 * Cuts a picture down to a palette, without dithering: a third of the bytes, and less change than
 * the test's comparison notices.
 */
async function quantise(file: string): Promise<void> {
  const png = await readFile(file);
  const { isPalette } = await sharp(png).metadata();
  if (isPalette) return;
  await writeFile(file, await sharp(png).png({ palette: true, dither: 0, effort: 10 }).toBuffer());
}

const { status } = spawnSync(
  'playwright',
  // Pictures that still hold stay as they are, to the byte.
  ['test', '--project=chromium', 'visual.spec.ts', '--update-snapshots=changed', '--reporter=dot'],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);

for (const file of globSync(PICTURES)) await quantise(file);
await withExampleSite(async (browser, siteUrl) => {
  await makeContactSheet(browser, siteUrl, 'docs/images/contact-sheet.webp');
  await takeHomePicture(browser, siteUrl, 'docs/images/home.png');
});
