/** The pictures that stand for the site elsewhere: in a chat, in a tab, on a phone's home screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wcagLuminance } from 'culori';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { attributeOf } from '../../src/lib/html.ts';
import { builtPages } from './support/pages.ts';

/** Above it, WhatsApp shows a link without its picture. */
const MAX_SOCIAL_IMAGE_BYTES = 300_000;

/** Of ink that 3:1 tells from white, and from black: WCAG 2.2, 1.4.11. */
const DARK_LUMINANCE = 0.3;
const LIGHT_LUMINANCE = 0.1;

const { folder, environment } = TEST_BUILDS.configured;
const read = (url: string) =>
  readFileSync(join(folder, new URL(url, environment.SITE_URL).pathname));

/** The URLs that pages name in elements with this attribute, such as `rel="icon"`. */
function urlsOf(name: string, value: string): string[] {
  return builtPages(folder).flatMap(({ elements }) =>
    elements
      .filter((element) => attributeOf(element, name) === value)
      .map((element) => attributeOf(element, 'href') ?? attributeOf(element, 'content') ?? ''),
  );
}

/** The file behind a link that every page has. */
function linkedFile(rel: string): Buffer {
  const [url = ''] = new Set(urlsOf('rel', rel));
  return read(url);
}

test('each page that people share brings a picture that WhatsApp shows', async () => {
  const images = urlsOf('property', 'og:image');
  expect(new Set(images).size).toBe(4);
  for (const image of images) {
    const file = read(image);
    expect(file.length).toBeLessThan(MAX_SOCIAL_IMAGE_BYTES);
    const { format, width, height } = await sharp(file).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
  }
});

test('the mark in the tab is dark on a light bar, light on a dark one', () => {
  const [light = '', dark = ''] = String(linkedFile('icon')).split('(prefers-color-scheme:dark)');
  const luminance = (style: string) => wcagLuminance(/svg{stroke:(#\w+)/.exec(style)?.[1] ?? '');
  expect(luminance(light)).toBeLessThan(DARK_LUMINANCE);
  expect(luminance(dark)).toBeGreaterThan(LIGHT_LUMINANCE);
});

test('phones and old browsers find an icon in the size that they ask for', async () => {
  // An iPhone shows transparency as black.
  const apple = await sharp(linkedFile('apple-touch-icon')).metadata();
  expect(apple).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  // The first width in its directory: https://en.wikipedia.org/wiki/ICO_(file_format)
  expect(read('/favicon.ico').readUInt8(6)).toBe(32);
});
