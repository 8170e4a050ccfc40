/**
 * `npm run check:launch`: what still stands between this checkout and going live. Looks at the
 * content, the environment and the built site (`dist`, or the folder named as argument).
 */
import { fileURLToPath } from 'node:url';
import { checkContent } from '../src/content-check/check.ts';
import { report } from '../src/content-check/report.ts';
import { builtSiteObstacles } from '../src/launch-check/built-site.ts';
import { contentObstacles } from '../src/launch-check/content.ts';
import { environmentObstacles } from '../src/launch-check/environment.ts';
import { launchReport } from '../src/launch-check/report.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const siteFolder = process.argv[2] ?? 'dist';

const problems = await checkContent(CONTENT_FOLDER);
if (problems.length > 0) {
  console.error(report(problems));
  process.exit(1);
}
// Takes what stands in `.env` into the process as well, the base path among it.
const inEnvironment = environmentObstacles();
const obstacles = [
  ...(await contentObstacles(CONTENT_FOLDER)),
  ...inEnvironment,
  ...builtSiteObstacles(siteFolder, process.env['SITE_BASE'] ?? '/'),
];
console.log(launchReport(obstacles));
if (obstacles.length > 0) process.exitCode = 1;
