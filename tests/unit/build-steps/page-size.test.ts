import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  bytesOfLargePage,
  compressedBytes,
  sizeWarning,
} from '../../../src/build-steps/page-size.ts';

test('an editor reads which page is too long, by how much, and what to do, in Portuguese', () => {
  const warning = sizeWarning(new Map([['/planos/tecnologia', 15_250]]));
  expect(warning).toContain('/planos/tecnologia: 15.250 bytes, 1.250 a mais');
  expect(warning).toContain('Encurte os textos');
});

test('only a page beyond the budget counts, and counts as it travels', () => {
  // Random hexadecimal characters halve at best.
  const incompressible = randomBytes(15_000).toString('hex');
  expect(bytesOfLargePage(incompressible)).toBe(compressedBytes(incompressible));
  expect(bytesOfLargePage(incompressible)).toBeGreaterThan(14_000);
  expect(bytesOfLargePage('araucária '.repeat(10_000))).toBeUndefined();
});
