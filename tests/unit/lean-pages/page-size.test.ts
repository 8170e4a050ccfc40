import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  bytesOfLargePage,
  compressedBytes,
  sizeWarning,
} from '../../../src/lean-pages/page-size.ts';

describe('what whoever edits the texts reads after a build', () => {
  test('nothing while every page fits the first round trip', () => {
    expect(sizeWarning(new Map([['/', 14_000]]))).toBeUndefined();
  });

  test('which page is too long, by how much, and what to do, in Portuguese', () => {
    const warning = sizeWarning(
      new Map([
        ['/', 12_000],
        ['/planos/tecnologia', 15_250],
      ]),
    );
    expect(warning).toContain('/planos/tecnologia: 15.250 bytes, 1.250 a mais');
    expect(warning).toContain('Encurte os textos');
    expect(warning).not.toContain('12.000');
  });
});

test('a page is weighed as it travels, not as it lies on the disk', () => {
  expect(compressedBytes('araucária '.repeat(1000))).toBeLessThan(100);
});

test('only a page beyond the budget is weighed to the byte', () => {
  // Hexadecimal signs of chance halve at best.
  const incompressible = randomBytes(15_000).toString('hex');
  expect(bytesOfLargePage(incompressible)).toBe(compressedBytes(incompressible));
  expect(bytesOfLargePage(incompressible)).toBeGreaterThan(14_000);
  expect(bytesOfLargePage('araucária '.repeat(10_000))).toBeUndefined();
  expect(bytesOfLargePage(incompressible.slice(0, 14_000))).toBeUndefined();
});
