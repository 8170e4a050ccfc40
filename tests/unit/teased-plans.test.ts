import { expect, test } from 'vitest';
import { plansAfter, plansOnHome } from '../../src/lib/teased-plans.ts';

const plans = (count: number): { id: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `plano-${index + 1}` }));

const ids = (found: { id: string }[]): string[] => found.map(({ id }) => id);

test('each of two plans leads to the other', () => {
  expect(ids(plansAfter(plans(2), 'plano-1'))).toEqual(['plano-2']);
  expect(ids(plansAfter(plans(2), 'plano-2'))).toEqual(['plano-1']);
});

test('a plan leads to the two after it, the last ones to the first, and never to itself', () => {
  expect(ids(plansAfter(plans(5), 'plano-2'))).toEqual(['plano-3', 'plano-4']);
  expect(ids(plansAfter(plans(5), 'plano-4'))).toEqual(['plano-5', 'plano-1']);
  expect(ids(plansAfter(plans(5), 'plano-5'))).toEqual(['plano-1', 'plano-2']);
  expect(ids(plansAfter(plans(1), 'plano-1'))).toEqual([]);
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
