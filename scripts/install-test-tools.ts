/**
 * Installs what the tests need: a Chromium and, in CI, nginx and Caddy. On a developer's machine, tests
 * that need a missing web server are skipped, and the summary says so.
 */
import { chromium } from '@playwright/test';
import { findBrowser, HEADLESS_SHELL, installBrowser } from '../local/browser.ts';
import { findOnPath, installDebianPackages } from '../local/machine.ts';

/** Debian packages nginx's Brotli module separately. */
const SERVER_PACKAGES = {
  nginx: ['nginx', 'libnginx-mod-http-brotli-static'],
  caddy: ['caddy'],
};

if (process.env['CI'] !== undefined) {
  const missing = Object.entries(SERVER_PACKAGES).filter(
    ([name]) => findOnPath(name) === undefined,
  );
  installDebianPackages(missing.flatMap(([, packages]) => packages));
}

const found = findBrowser();
if (found === undefined) {
  installBrowser('chromium');
} else if (found !== chromium.executablePath() && findOnPath(HEADLESS_SHELL) === undefined) {
  // A full Chromium works too, in twice the time.
  installDebianPackages([HEADLESS_SHELL]);
}
if (findBrowser() === undefined) {
  console.error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`) and run `npm test` again.',
  );
  process.exit(1);
}
