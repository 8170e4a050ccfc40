import { expect, test } from 'vitest';
import { plansAfter, featuredPlans } from '../../src/lib/featured-plans.ts';

const plans = (count: number): { id: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `plano-${index + 1}` }));

test.each([
  [1, 'plano-1', []],
  [2, 'plano-2', ['plano-1']],
  [5, 'plano-2', ['plano-3', 'plano-4']],
  [5, 'plano-4', ['plano-5', 'plano-1']],
])('with %i plans, %s leads to those after it and never to itself: %j', (count, id, next) => {
  expect(plansAfter(plans(count), id)).toEqual(next.map((other) => ({ id: other })));
});

test('the home page shows the first six plans, however many there are', () => {
  expect(featuredPlans(plans(2))).toEqual(plans(2));
  expect(featuredPlans(plans(2000))).toEqual(plans(6));
});
