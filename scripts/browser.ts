/**
 * Finds the browsers that drive the tests and the benches: Playwright's own, or those that the
 * machine has. Run with `--install`, it makes sure that there is a Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, firefox, webkit, type LaunchOptions } from '@playwright/test';
import { findOnPath } from './find-on-path.ts';

const BROWSERS = { chromium, firefox, webkit };

export type BrowserName = keyof typeof BROWSERS;

/** What machines call the browsers that Playwright can drive as their makers ship them. */
const SYSTEM_BROWSERS: Record<BrowserName, string[]> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  firefox: ['firefox', 'firefox-esr'],
  webkit: [],
};

const DEBIAN_PACKAGES: Partial<Record<BrowserName, string>> = {
  chromium: 'chromium',
  firefox: 'firefox-esr',
};

/** Path of a usable browser, or undefined where the machine has none. */
export function findBrowser(name: BrowserName = 'chromium'): string | undefined {
  const bundled = BROWSERS[name].executablePath();
  if (existsSync(bundled)) return bundled;
  return SYSTEM_BROWSERS[name].map(findOnPath).find((path) => path !== undefined);
}

/** Chromium refuses its sandbox to root, which is who runs tests in most containers. */
export const CHROMIUM_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** How Playwright starts a browser on this machine. Where there is none, it says so itself. */
export function launchOptions(name: BrowserName = 'chromium'): LaunchOptions {
  const executablePath = findBrowser(name);
  if (executablePath === undefined) return {};
  if (name === 'chromium') return { executablePath, args: CHROMIUM_ARGS };
  const isPlaywrights = executablePath === BROWSERS[name].executablePath();
  // Playwright drives Mozilla's own Firefox by WebDriver BiDi, and its own by another protocol.
  return name === 'firefox' && !isPlaywrights
    ? { executablePath, channel: 'moz-firefox' }
    : { executablePath };
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

/** Tries Playwright's browser, then Debian's. Whether there is one now, {@link findBrowser} tells. */
export function installBrowser(name: BrowserName): void {
  if (findBrowser(name) !== undefined) return;
  console.log(`No ${name} found: installing one for the browser tests…`);
  if (run('playwright', ['install', name])) return;

  const debianPackage = DEBIAN_PACKAGES[name];
  const isRoot = process.getuid?.() === 0;
  if (debianPackage === undefined || !isRoot) return;
  console.log('Playwright could not download its browser: trying the Debian package…');
  if (run('apt-get', ['update', '-qq'])) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage]);
  }
}

if (process.argv.includes('--install')) {
  installBrowser('chromium');
  if (findBrowser() === undefined) {
    console.error(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`) and run `npm test` again.',
    );
    process.exit(1);
  }
}
