/** Picks, of all that zod complains about, what helps: one slip may break several rules at once. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const isAt = (path: PropertyKey[]) => (issue: Issue) => issue.path.join('.') === path.join('.');

/** Whether a limit says less than another of the same value: each integer has limits of its own. */
function isLooser(issue: Issue, other: Issue): boolean {
  if (issue.code === 'too_big' && other.code === 'too_big') return issue.maximum > other.maximum;
  return issue.code === 'too_small' && other.code === 'too_small' && issue.minimum < other.minimum;
}

export function tellingIssues(issues: Issue[]): Issue[] {
  return issues.filter((issue) => {
    const others = issues.filter((other) => other !== issue && isAt(issue.path)(other));
    // Of another type, a value has another kind of length.
    const isAnotherType = issue.code !== 'invalid_type' && issue.code !== 'unrecognized_keys';
    if (isAnotherType && others.some(({ code }) => code === 'invalid_type')) return false;
    return !others.some((other) => isLooser(issue, other));
  });
}
