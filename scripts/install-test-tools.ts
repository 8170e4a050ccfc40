/**
 * Makes sure that the tests find a Chromium and, on a CI machine, nginx and Caddy. Nobody's own
 * machine gets a web server from a test run: there, the tests that need one are skipped, and say so.
 */
import { chromium } from '@playwright/test';
import { findBrowser, HEADLESS_SHELL, installBrowser } from '../local/browser.ts';
import { findOnPath, installPackages } from '../local/machine.ts';

/** nginx sends Brotli copies with a module that Debian packs apart. */
const SERVER_PACKAGES = {
  nginx: ['nginx', 'libnginx-mod-http-brotli-static'],
  caddy: ['caddy'],
};

if (process.env['CI'] !== undefined) {
  const missing = Object.entries(SERVER_PACKAGES).filter(
    ([name]) => findOnPath(name) === undefined,
  );
  installPackages(missing.flatMap(([, packages]) => packages));
}

const found = findBrowser();
if (found === undefined) {
  installBrowser('chromium');
} else if (found !== chromium.executablePath() && findOnPath(HEADLESS_SHELL) === undefined) {
  // A whole Chromium will do, in twice the time.
  installPackages([HEADLESS_SHELL]);
}
if (findBrowser() === undefined) {
  console.error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`) and run `npm test` again.',
  );
  process.exit(1);
}
