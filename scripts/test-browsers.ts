/**
 * `npm run test:browsers`: the browser tests in Firefox and WebKit, as far as this machine has them
 * or can get them. `npm test` runs them in Chromium.
 *
 *     npm run test:browsers                    all there is
 *     npm run test:browsers -- tests/browser/contact-form.spec.ts
 */
import { spawnSync } from 'node:child_process';
import { findBrowser, installBrowser, type BrowserName } from './browser.ts';

const OTHER_BROWSERS: BrowserName[] = ['firefox', 'webkit'];

for (const name of OTHER_BROWSERS) installBrowser(name);
const present = OTHER_BROWSERS.filter((name) => findBrowser(name) !== undefined);
for (const name of OTHER_BROWSERS.filter((other) => !present.includes(other))) {
  console.log(`${name}: skipped, this machine has none and could not get one.`);
}
if (present.length === 0) process.exit(1);

const projects = present.map((name) => `--project=${name}`);
const { status } = spawnSync('playwright', ['test', ...projects, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
