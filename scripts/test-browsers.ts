/**
 * `npm run test:browsers` runs the browser tests in Firefox and WebKit, if this machine has them or can
 * install them. Playwright's own browsers run nearly all specs, a distribution's only walk.spec.ts.
 */
import { spawnSync } from 'node:child_process';
import { installBrowser, whyUnusable, type BrowserName } from '../local/browser.ts';
import { commandOf, findOnPath } from '../local/machine.ts';

const OTHER_BROWSERS: BrowserName[] = ['firefox', 'webkit'];

const usable: BrowserName[] = [];
for (const name of OTHER_BROWSERS) {
  if ((await whyUnusable(name)) !== undefined) installBrowser(name);
  const reason = await whyUnusable(name);
  if (reason === undefined) usable.push(name);
  else console.log(`${name}: skipped, ${reason}`);
}
if (usable.length === 0) {
  console.log('Nothing was tested: both browsers were skipped, for the reasons above.');
  process.exit(0);
}

const projects = usable.map((name) => `--project=${name}`);
// A distribution's WebKit cannot run headless.
const screen = findOnPath('xvfb-run') === undefined ? [] : ['xvfb-run', '--auto-servernum'];
const [program = '', ...args] = [
  ...screen,
  ...commandOf('@playwright/test', 'test', ...projects, ...process.argv.slice(2)),
];
const { status } = spawnSync(program, args, { stdio: 'inherit' });
process.exit(status ?? 1);
