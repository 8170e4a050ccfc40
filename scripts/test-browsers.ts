/**
 * `npm run test:browsers`: the browser tests in Firefox and WebKit, as far as this machine has them
 * or can get them. `npm test` runs them in Chromium.
 *
 *     npm run test:browsers                    all there is
 *     npm run test:browsers -- tests/browser/contact-form.spec.ts
 */
import { spawnSync } from 'node:child_process';
import { installBrowser, whyUnusable, type BrowserName } from './browser.ts';
import { commandOf } from './machine.ts';

const OTHER_BROWSERS: BrowserName[] = ['firefox', 'webkit'];

const usable: BrowserName[] = [];
for (const name of OTHER_BROWSERS) {
  if ((await whyUnusable(name)) !== undefined) installBrowser(name);
  const reason = await whyUnusable(name);
  if (reason === undefined) usable.push(name);
  else console.log(`${name}: skipped, ${reason}`);
}
if (usable.length === 0) {
  console.log('Nothing was tested: all browsers but Chromium are skipped, for the reasons above.');
  process.exit(0);
}

const projects = usable.map((name) => `--project=${name}`);
const [program = '', ...args] = commandOf('@playwright/test', 'test', ...projects);
const { status } = spawnSync(program, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
