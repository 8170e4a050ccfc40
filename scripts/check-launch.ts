/**
 * `npm run check:launch`: what this checkout still lacks to go live. Looks at the
 * content, the brand, the environment and the built site (`dist`, or the folder named as argument). Speaks
 * English with `--lang en` or an English locale, and Portuguese otherwise.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkContent } from '../src/content-check/check.ts';
import { report } from '../src/content-check/report.ts';
import { brandObstacles } from '../src/launch-check/brand.ts';
import { builtSiteObstacles } from '../src/launch-check/built-site.ts';
import { contentObstacles } from '../src/launch-check/content.ts';
import { environmentObstacles } from '../src/launch-check/environment.ts';
import { launchReport } from '../src/launch-check/obstacle.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const BRAND_FOLDER = fileURLToPath(new URL('../src/brand', import.meta.url));

const { LC_ALL, LC_MESSAGES, LANG } = process.env;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lang: { type: 'string', default: LC_ALL ?? LC_MESSAGES ?? LANG ?? 'pt' } },
});
const language = values.lang.startsWith('en') ? 'en' : 'pt';

const problems = await checkContent(CONTENT_FOLDER);
if (problems.length > 0) {
  console.error(report(problems));
  process.exit(1);
}
// Loads `.env` into the process as well: the built site is compared with it.
const inEnvironment = environmentObstacles();
const { SITE_URL = '', SITE_BASE = '' } = process.env;
const homeUrl = URL.canParse(SITE_URL) ? new URL(`${SITE_BASE}/`, SITE_URL).href : undefined;
const obstacles = [
  ...contentObstacles(CONTENT_FOLDER),
  ...brandObstacles(BRAND_FOLDER, CONTENT_FOLDER),
  ...inEnvironment,
  ...builtSiteObstacles(positionals[0] ?? 'dist', homeUrl),
];
console.log(launchReport(obstacles, language));
if (obstacles.length > 0) process.exitCode = 1;
