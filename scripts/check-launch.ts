/**
 * `npm run check:launch` lists what must change before the site goes live. Checks the content, the brand,
 * the environment and the built site (`dist`, or the folder given as argument).
 */
import { fileURLToPath } from 'node:url';
import { checkContent } from '../src/content-check/check.ts';
import { report } from '../src/content-check/report.ts';
import { brandObstacles } from '../src/launch-check/brand.ts';
import { builtSiteObstacles } from '../src/launch-check/built-site.ts';
import { contentObstacles, missedFacts } from '../src/launch-check/content.ts';
import { environmentObstacles } from '../src/launch-check/environment.ts';
import { launchReport } from '../src/launch-check/obstacle.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const BRAND_FOLDER = fileURLToPath(new URL('../src/brand', import.meta.url));

const problems = await checkContent(CONTENT_FOLDER);
if (problems.length > 0) {
  console.error(report(problems));
  process.exit(1);
}
// Also loads `.env` into the process, because the built site is compared with it.
const inEnvironment = environmentObstacles();
const { SITE_URL = '', SITE_BASE = '' } = process.env;
const homeUrl = URL.canParse(SITE_URL) ? new URL(`${SITE_BASE}/`, SITE_URL).href : undefined;
const obstacles = [
  ...contentObstacles(CONTENT_FOLDER),
  ...brandObstacles(BRAND_FOLDER, CONTENT_FOLDER),
  ...inEnvironment,
  ...builtSiteObstacles(process.argv[2] ?? 'dist', homeUrl),
];
console.log(launchReport(obstacles, missedFacts(CONTENT_FOLDER)));
if (obstacles.length > 0) process.exitCode = 1;
