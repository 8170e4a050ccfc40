/** Installs what the tests need: a Chromium. */
import { chromium } from '@playwright/test';
import { findBrowser, HEADLESS_SHELL, installBrowser } from '../local/browser.ts';
import { findOnPath, installDebianPackages } from '../local/machine.ts';

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
