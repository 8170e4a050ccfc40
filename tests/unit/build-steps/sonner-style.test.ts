import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutInsertedStyle } from '../../../src/build-steps/sonner-style.ts';

const SONNER = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');

test('the style that the installed sonner inserts is taken out, and nothing else', () => {
  const lines = SONNER.split('\n');
  const left = withoutInsertedStyle(SONNER).split('\n');
  const taken = lines.filter((line, index) => line !== left[index]);
  expect(left).toHaveLength(lines.length);
  expect(taken).toEqual([expect.stringContaining('[data-sonner-toaster]')]);
});

test('a build stops over a sonner that inserts its style in another way', () => {
  expect(() => withoutInsertedStyle('__insertCSS(base + theme);')).toThrow('src/build-steps');
});
