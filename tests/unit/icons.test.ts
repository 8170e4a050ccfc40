/** The mark that stands for the site in a tab and on a phone's home screen. */
import { readFileSync } from 'node:fs';
import { wcagLuminance } from 'culori';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { faviconSvg } from '../../scripts/icons.ts';

/** Of ink that 3:1 tells from white, and from black: WCAG 2.2, 1.4.11. */
const DARK_LUMINANCE = 0.3;
const LIGHT_LUMINANCE = 0.1;

test('the mark in the tab has the shape and colours of the site (`npm run icons` draws it anew)', () => {
  expect(readFileSync('public/favicon.svg', 'utf8')).toBe(faviconSvg());
});

test('it is dark on a light bar, light on a dark one', () => {
  const [light = '', dark = ''] = faviconSvg().split('(prefers-color-scheme:dark)');
  const luminance = (style: string) => wcagLuminance(/svg{stroke:(#\w+)/.exec(style)?.[1] ?? '');
  expect(luminance(light)).toBeLessThan(DARK_LUMINANCE);
  expect(luminance(dark)).toBeGreaterThan(LIGHT_LUMINANCE);
});

test('phones and old browsers find an icon in the size that they ask for', async () => {
  // An iPhone shows transparency as black.
  const apple = await sharp('public/apple-touch-icon.png').metadata();
  expect(apple).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  // The first width in its directory: https://en.wikipedia.org/wiki/ICO_(file_format)
  expect(readFileSync('public/favicon.ico').readUInt8(6)).toBe(32);
});
