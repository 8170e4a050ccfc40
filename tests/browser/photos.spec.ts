/** An editor who brings photos as the camera left them costs no visitor more than the screen shows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { serveSite, type SiteServer } from '../../local/site-server.ts';
import { expect, test } from './support/fixtures.ts';
import { ProjectCopy } from '../../scripts/project-copy.ts';

const BUILD_TIMEOUT_MS = 120_000;
const CAMERA = { width: 4000, height: 3000 };
const LARGE_LOGO = { width: 2400, height: 800 };

/** A fine screen may get twice the pixels, and a little for the next width that is offered. */
const MOST_PIXELS_PER_SHOWN = 3;

const project = new ProjectCopy();
let site: SiteServer | undefined;

// One worker, so one build.
test.describe.configure({ mode: 'default' });
// This file builds and serves a site of its own.
test.use({ baseURL: '' });

test.beforeAll(async () => {
  test.setTimeout(BUILD_TIMEOUT_MS);
  project.create();
  const { contentFolder } = project;
  const plan = join(contentFolder, 'plans/tecnologia.md');
  const text = readFileSync(plan, 'utf8').replace('./tecnologia.svg', './foto.jpg');
  writeFileSync(plan, `${text}\n\n![A oficina](./foto.jpg)\n`);
  const photo = sharp({ create: { ...CAMERA, channels: 3, background: '#7d9c66' } });
  await photo.jpeg().toFile(join(contentFolder, 'plans/foto.jpg'));
  const company = join(contentFolder, 'company.json');
  const facts = readFileSync(company, 'utf8').replace('./retrato-de-exemplo.svg', './retrato.jpg');
  writeFileSync(company, facts);
  await photo.clone().rotate(90).toFile(join(contentFolder, 'retrato.jpg'));
  const client = join(contentFolder, 'clients/serra-mel.json');
  const fields = readFileSync(client, 'utf8').replace('./serra-mel.svg', './serra-mel.png');
  writeFileSync(client, fields);
  const ground = { ...LARGE_LOGO, channels: 4, background: 'transparent' } as const;
  const disc = Buffer.from(
    '<svg width="800" height="800"><circle cx="400" cy="400" r="400"/></svg>',
  );
  const logo = sharp({ create: ground }).composite([{ input: disc }]);
  await logo.png().toFile(join(contentFolder, 'clients/serra-mel.png'));
  project.build();
  site = await serveSite({ folder: project.siteFolder });
});

test.afterAll(async () => {
  await site?.stop();
  project.remove();
});

interface ShownImage {
  address: string;
  type: string;
  /** Pixels that were fetched for each one that is shown. */
  excess: number;
  hasSize: boolean;
}

/** All pictures of the page that are no drawings. */
async function photosOn(page: Page, path: string): Promise<ShownImage[]> {
  await page.goto(`${site?.url}${path}`);
  return page.locator('img').evaluateAll(async (all) => {
    const images = all as HTMLImageElement[];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
    const photos = images.filter(({ currentSrc }) => !/\.svg$|^data:/.test(currentSrc));
    return Promise.all(
      photos.map(async (image) => ({
        address: image.currentSrc,
        type: (await (await fetch(image.currentSrc)).blob()).type,
        excess: image.naturalWidth / image.clientWidth,
        hasSize: image.hasAttribute('width') && image.hasAttribute('height'),
      })),
    );
  });
}

for (const [path, photos] of [
  ['/', 4],
  ['/planos/tecnologia', 2],
] as const) {
  for (const width of [360, 1440]) {
    test(`photos on ${path} are as small as a screen of ${width} px takes them`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const shown = await photosOn(page, path);
      expect(shown).toHaveLength(photos);
      for (const { type, excess, hasSize } of shown) {
        expect(type).toBe('image/webp');
        expect(excess).toBeLessThanOrEqual(MOST_PIXELS_PER_SHOWN);
        expect(hasSize).toBe(true);
      }
    });
  }
}
