/** Finds and installs browsers for tests and the bench: Playwright's own, or a distribution's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, firefox, webkit, type LaunchOptions } from '@playwright/test';
import {
  commandOf,
  findOnPath,
  installDebianPackages,
  mayInstallDebianPackages,
} from './machine.ts';

const BROWSERS = { chromium, firefox, webkit };

export type BrowserName = keyof typeof BROWSERS;

/** Renders like Chromium in half the time, because it draws no window. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const FULL_CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Programs of a distribution's browsers, the preferred one first. */
const SYSTEM_BROWSERS: Record<BrowserName, string[]> = {
  chromium: [HEADLESS_SHELL, ...FULL_CHROMIUMS],
  firefox: ['firefox', 'firefox-esr'],
  // The browser's driver, used by tests/browser/support/engines.ts.
  webkit: ['WebKitWebDriver'],
};

const DEBIAN_PACKAGES: Record<BrowserName, string[]> = {
  chromium: ['chromium', HEADLESS_SHELL],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/** Generous for a loaded machine. */
const LAUNCH_TIMEOUT_MS = 60_000;

const firstOnPath = (names: string[]): string | undefined =>
  names.map(findOnPath).find((path) => path !== undefined);

/** True if Playwright's own build of a browser is installed, which supports its whole API. */
export const hasPlaywrightBuild = (name: BrowserName): boolean =>
  existsSync(BROWSERS[name].executablePath());

/** Path of a browser; undefined if none is installed. */
export function findBrowser(name: BrowserName = 'chromium'): string | undefined {
  return hasPlaywrightBuild(name)
    ? BROWSERS[name].executablePath()
    : firstOnPath(SYSTEM_BROWSERS[name]);
}

/** A full Chromium if there is one: it paints as visitors' browsers do, which measurements need. */
export function findFullChromium(): string | undefined {
  return firstOnPath(FULL_CHROMIUMS) ?? findBrowser();
}

/** Chromium's sandbox does not run as root, the usual user in containers. */
export const CHROMIUM_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Playwright's launch options on this machine. If no browser is installed, the launch fails and says so. */
export function launchOptions(name: BrowserName = 'chromium'): LaunchOptions {
  const executablePath = findBrowser(name);
  if (executablePath === undefined) return {};
  const isPlaywrights = hasPlaywrightBuild(name);
  if (name === 'chromium') {
    // Playwright prefers its headless shell to its full Chromium.
    return { ...(!isPlaywrights && { executablePath }), args: CHROMIUM_ARGS };
  }
  // Playwright drives a stock Firefox by WebDriver BiDi, and its own build by another protocol.
  return name === 'firefox' && !isPlaywrights
    ? { executablePath, channel: 'moz-firefox' }
    : { executablePath };
}

/** Explains why a browser cannot start; undefined if it can. It may lack system libraries. */
export async function whyUnusable(name: BrowserName): Promise<string | undefined> {
  if (findBrowser(name) === undefined) return 'it is not installed, and could not be installed';
  // A distribution's WebKit is started by its driver, on a virtual screen.
  if (name === 'webkit' && !hasPlaywrightBuild(name)) {
    return findOnPath('xvfb-run') === undefined ? 'it needs xvfb' : undefined;
  }
  try {
    const options = { ...launchOptions(name), timeout: LAUNCH_TIMEOUT_MS };
    await (await BROWSERS[name].launch(options)).close();
    return undefined;
  } catch (error) {
    // The rest repeats the message with a call log.
    const [reason = ''] = String(error).split('\nCall log:');
    return `it does not start.\n${reason.trim()}`;
  }
}

/** Tries to install Playwright's browser, then Debian's. Check the result with {@link whyUnusable}. */
export function installBrowser(name: BrowserName): void {
  console.log(`Installing ${name} for the browser tests…`);
  const libraries = mayInstallDebianPackages() ? ['--with-deps'] : [];
  const [program = '', ...args] = commandOf('@playwright/test', 'install', ...libraries, name);
  if (spawnSync(program, args, { stdio: 'inherit' }).status === 0) return;
  console.log('Playwright could not download its browser: trying the Debian package…');
  installDebianPackages(DEBIAN_PACKAGES[name]);
}
