/** Aborts a run before its first test if the tests' content breaks the schemas. */
import { checkContent } from '../../integrations/content/check.ts';
import { SITE_CONTENT } from '../../src/schemas/collections.ts';
import { report } from '../../integrations/content/report.ts';
import { FROZEN_CONTENT } from './frozen-content.ts';

/** @throws Error that lists the issues in `tests/content` */
export async function setup(): Promise<void> {
  const issues = await checkContent(SITE_CONTENT, FROZEN_CONTENT);
  if (issues.length > 0) throw new Error(`Fix tests/content, not src/content:\n${report(issues)}`);
}
