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

/** Draws the same pages as a whole Chromium in half the time: it has no window to draw as well. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** What machines call the browsers that Playwright can drive as their makers ship them. */
const SYSTEM_BROWSERS: Record<BrowserName, string[]> = {
  chromium: [
    HEADLESS_SHELL,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  firefox: ['firefox', 'firefox-esr'],
  webkit: [],
};

/** The first that a machine's distribution has is installed. */
const DEBIAN_PACKAGES: Record<BrowserName, string[]> = {
  chromium: [HEADLESS_SHELL, 'chromium'],
  firefox: ['firefox-esr'],
  webkit: [],
};

/** A loaded machine may take its time; a browser that hangs must not hold up the others. */
const LAUNCH_TIMEOUT_MS = 60_000;

/** Path of a browser, or undefined where the machine has none. */
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
  const isPlaywrights = executablePath === BROWSERS[name].executablePath();
  if (name === 'chromium') {
    // Of its own two Chromiums, Playwright starts the headless shell.
    return { ...(!isPlaywrights && { executablePath }), args: CHROMIUM_ARGS };
  }
  // Playwright drives Mozilla's own Firefox by WebDriver BiDi, and its own by another protocol.
  return name === 'firefox' && !isPlaywrights
    ? { executablePath, channel: 'moz-firefox' }
    : { executablePath };
}

/**
 * Why a browser cannot be used, or undefined where it starts: one that was downloaded may still lack
 * libraries of the system.
 */
export async function whyUnusable(name: BrowserName): Promise<string | undefined> {
  if (findBrowser(name) === undefined) return 'this machine has none and could not get one';
  try {
    const browser = await BROWSERS[name].launch({
      ...launchOptions(name),
      timeout: LAUNCH_TIMEOUT_MS,
    });
    await browser.close();
    return undefined;
  } catch (error) {
    // What follows repeats it, with the steps that led there.
    const [reason = ''] = String(error).split('\nCall log:');
    return `the one that this machine has does not start.\n${reason.trim()}`;
  }
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

const mayInstallPackages = (): boolean =>
  process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;

function installPackage(name: BrowserName): void {
  const packages = DEBIAN_PACKAGES[name];
  if (packages.length === 0 || !mayInstallPackages()) return;
  if (!run('apt-get', ['update', '-qq'])) return;
  packages.some((debianPackage) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage]),
  );
}

/** Tries Playwright's browser, then Debian's. Whether it helped, {@link whyUnusable} tells. */
export function installBrowser(name: BrowserName): void {
  console.log(`No ${name} that can be used: installing one for the browser tests…`);
  const libraries = mayInstallPackages() ? ['--with-deps'] : [];
  if (run('playwright', ['install', ...libraries, name])) return;
  console.log('Playwright could not download its browser: trying the Debian package…');
  installPackage(name);
}

if (process.argv.includes('--install')) {
  const found = findBrowser();
  if (found === undefined) {
    installBrowser('chromium');
  } else if (found !== chromium.executablePath() && findOnPath(HEADLESS_SHELL) === undefined) {
    // A whole Chromium will do, in twice the time.
    installPackage('chromium');
  }
  if (findBrowser() === undefined) {
    console.error(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`) and run `npm test` again.',
    );
    process.exit(1);
  }
}
