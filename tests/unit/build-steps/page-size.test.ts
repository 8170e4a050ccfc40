import { expect, test } from 'vitest';
import { sizeWarning } from '../../../src/build-steps/page-size.ts';

test('an editor reads which page is too long, by how much, and what to do, in Portuguese', () => {
  const sizes = [
    ['/', 14_000],
    ['/planos/tecnologia', 15_250],
  ] as const;
  const warning = sizeWarning(new Map(sizes));
  expect(warning).toContain('\n  /planos/tecnologia: 15.250 bytes, 1.250 a mais\n');
  expect(warning).toContain('Encurte os textos');
  expect(warning).not.toContain('14.000');
});

test('an editor whose pages all fit reads nothing', () => {
  expect(sizeWarning(new Map([['/', 14_000]]))).toBeUndefined();
});
