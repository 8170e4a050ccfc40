import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withoutInsertedStyle } from '../../../src/build-steps/sonner-style.ts';

const SONNER = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');

describe('the style that sonner inserts', () => {
  test('is taken out of the installed version, and nothing else', () => {
    const lines = SONNER.split('\n');
    const left = withoutInsertedStyle(SONNER).split('\n');
    const taken = lines.filter((line, index) => line !== left[index]);
    expect(left).toHaveLength(lines.length);
    expect(taken).toEqual([expect.stringContaining('[data-sonner-toaster]')]);
  });

  test.each([
    ['none', 'export {}'],
    ['two', `${SONNER}\n__insertCSS(b);`],
    ['one that is put together at run time', '__insertCSS(base + theme);'],
    ['one by itself', `${SONNER}\ndocument.createElement("style");`],
  ])('stops the build when sonner inserts %s', (_, code) => {
    expect(() => withoutInsertedStyle(code)).toThrow('adapt src/build-steps');
  });
});
