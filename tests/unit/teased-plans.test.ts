import { expect, test } from 'vitest';
import { plansAfter, plansOnHome } from '../../src/lib/teased-plans.ts';

const plans = (count: number): { id: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `plano-${index + 1}` }));

const ids = (found: { id: string }[]): string[] => found.map(({ id }) => id);

test.each([
  [2, 'plano-1', ['plano-2']],
  [2, 'plano-2', ['plano-1']],
  [5, 'plano-2', ['plano-3', 'plano-4']],
  [5, 'plano-4', ['plano-5', 'plano-1']],
  [1, 'plano-1', []],
])('of %i plans, %s leads to those after it, and never to itself: %j', (count, id, next) => {
  expect(ids(plansAfter(plans(count), id))).toEqual(next);
});

test('every plan can be reached from every other by going on', () => {
  const all = plans(7);
  const seen = new Set<string>();
  for (let id = 'plano-3'; !seen.has(id); id = plansAfter(all, id)[0]?.id ?? '') seen.add(id);
  expect(seen.size).toBe(all.length);
});

test('the home page shows the first six plans, however many there are', () => {
  expect(ids(plansOnHome(plans(2)))).toEqual(['plano-1', 'plano-2']);
  expect(ids(plansOnHome(plans(2000)))).toEqual(ids(plans(6)));
});
