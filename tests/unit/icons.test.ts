import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';

test('phones and old browsers find an icon in the size that they ask for', async () => {
  // An iPhone shows transparency as black.
  const apple = await sharp('public/apple-touch-icon.png').metadata();
  expect(apple).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  // The first width in its directory: https://en.wikipedia.org/wiki/ICO_(file_format)
  expect(readFileSync('public/favicon.ico').readUInt8(6)).toBe(32);
});
