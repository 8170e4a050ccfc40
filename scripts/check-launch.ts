/**
 * `npm run check:launch` lists what must change before the site goes live. Checks the content, the brand,
 * the environment and the built site (`dist`, or the folder given as argument).
 */
import { fileURLToPath } from 'node:url';
import { checkContent } from '@site/content/check';
import { report } from '@site/content/report';
import { SITE_CONTENT } from '../src/schemas/collections.ts';
import { readVariables } from '../src/lib/environment.ts';
import { fileIssues } from './launch-check/files.ts';
import { builtSiteIssues } from './launch-check/built-site.ts';
import { contentIssues, missingFacts } from './launch-check/content.ts';
import { environmentIssues } from './launch-check/environment.ts';
import { launchReport } from './launch-check/issue.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const BRAND_FOLDER = fileURLToPath(new URL('../src/brand', import.meta.url));

const contentErrors = await checkContent(SITE_CONTENT, CONTENT_FOLDER);
if (contentErrors.length > 0) {
  console.error(report(contentErrors, 'src/content/'));
  process.exit(1);
}
const { SITE_URL = '', SITE_BASE = '' } = readVariables();
const homeUrl = URL.canParse(SITE_URL) ? new URL(`${SITE_BASE}/`, SITE_URL).href : undefined;
const issues = [
  ...contentIssues(CONTENT_FOLDER),
  ...fileIssues(BRAND_FOLDER, CONTENT_FOLDER),
  ...environmentIssues(),
  ...builtSiteIssues(process.argv[2] ?? 'dist', homeUrl),
];
console.log(launchReport(issues, missingFacts(CONTENT_FOLDER)));
if (issues.length > 0) process.exitCode = 1;
