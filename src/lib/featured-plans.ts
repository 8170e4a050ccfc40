/** Selects the plans that pages other than the list show. */

/** Each further plan costs every visitor bytes; the list is one tap away. */
const ON_HOME_COUNT = 6;

const PLANS_AFTER_COUNT = 2;

export function featuredPlans<Plan>(plans: readonly Plan[]): Plan[] {
  return plans.slice(0, ON_HOME_COUNT);
}

/**
 * The next plans in the list; after the last plan, continues with the first.
 *
 * @param plans in their order
 */
export function plansAfter<Plan extends { id: string }>(
  plans: readonly Plan[],
  id: string,
): Plan[] {
  const index = plans.findIndex((plan) => plan.id === id);
  return [...plans.slice(index + 1), ...plans.slice(0, Math.max(index, 0))].slice(
    0,
    PLANS_AFTER_COUNT,
  );
}
