/** Checks the data of one entry against its schema, in Portuguese. */
import type { z } from 'zod';
import { quote } from '../content-files/quote.ts';
import { adviseOnField, adviseOnOption, adviseOnType } from './advice.ts';
import { describeExpected, describeFound } from './messages.ts';
import type { Issue } from './problem.ts';
import { schemaAt, valueAt } from './schema-fields.ts';

type ZodIssue = z.core.$ZodIssue;

/** Whether a limit says less than another of the same value: each integer has limits of its own. */
function isLooser(issue: ZodIssue, other: ZodIssue): boolean {
  if (issue.code === 'too_big' && other.code === 'too_big') return issue.maximum > other.maximum;
  return issue.code === 'too_small' && other.code === 'too_small' && issue.minimum < other.minimum;
}

/** Of all that zod complains about, what helps: one wrong value may break several rules at once. */
function mostSpecificIssues(issues: ZodIssue[]): ZodIssue[] {
  return issues.filter((issue) => {
    const others = issues.filter(
      (other) => other !== issue && other.path.join('.') === issue.path.join('.'),
    );
    const isAboutType = issue.code === 'invalid_type' || issue.code === 'unrecognized_keys';
    // Of another type, a value has another kind of length.
    if (!isAboutType && others.some(({ code }) => code === 'invalid_type')) return false;
    return !others.some((other) => isLooser(issue, other));
  });
}

function describeIssue(issue: ZodIssue, schema: z.ZodType, data: unknown): Issue[] {
  const expected = describeExpected(issue);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path, expected, found: quote(key), advice: adviseOnField(schema, path.map(String)) };
    });
  }
  const { path } = issue;
  const value = valueAt(data, path);
  const labels = schemaAt(schema, path)?.meta()?.optionLabels ?? {};
  const advice =
    issue.code === 'invalid_value'
      ? adviseOnOption(value, issue.values.map(String), labels)
      : adviseOnType(issue, value);
  return [{ path, expected, found: describeFound(issue, value), advice }];
}

export async function checkData(schema: z.ZodType, data: unknown): Promise<Issue[]> {
  const { error } = await schema.safeParseAsync(data);
  return mostSpecificIssues(error?.issues ?? []).flatMap((issue) =>
    describeIssue(issue, schema, data),
  );
}
