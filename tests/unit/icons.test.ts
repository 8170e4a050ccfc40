import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faviconSvg } from '../../scripts/icons.ts';

test('the mark in the tab has the shape and colours of the site (`npm run icons` draws it anew)', () => {
  expect(readFileSync('public/favicon.svg', 'utf8')).toBe(faviconSvg());
});
