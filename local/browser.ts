/** The browsers that drive tests and benches: Playwright's own, or those that the machine has. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, firefox, webkit, type LaunchOptions } from '@playwright/test';
import { commandOf, findOnPath, installPackages, mayInstallPackages } from './machine.ts';

const BROWSERS = { chromium, firefox, webkit };

export type BrowserName = keyof typeof BROWSERS;

/** Draws the same pages as a whole Chromium in half the time: it has no window to draw as well. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const WHOLE_CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What machines call the browsers that Playwright can drive as their makers ship them. */
const SYSTEM_BROWSERS: Record<BrowserName, string[]> = {
  chromium: [HEADLESS_SHELL, ...WHOLE_CHROMIUMS],
  firefox: ['firefox', 'firefox-esr'],
  // Not the browser, but what drives it: tests/browser/support/engines.ts.
  webkit: ['WebKitWebDriver'],
};

const DEBIAN_PACKAGES: Record<BrowserName, string[]> = {
  chromium: ['chromium', HEADLESS_SHELL],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/** A loaded machine may take its time; a browser that hangs must not hold up the others. */
const LAUNCH_TIMEOUT_MS = 60_000;

const firstOnPath = (names: string[]): string | undefined =>
  names.map(findOnPath).find((path) => path !== undefined);

/** Whether Playwright has a browser of its own here, which can do all that it offers. */
export const hasOwnBrowser = (name: BrowserName): boolean =>
  existsSync(BROWSERS[name].executablePath());

/** Path of a browser, or undefined where the machine has none. */
export function findBrowser(name: BrowserName = 'chromium'): string | undefined {
  return hasOwnBrowser(name) ? BROWSERS[name].executablePath() : firstOnPath(SYSTEM_BROWSERS[name]);
}

/** A Chromium that paints as visitors' browsers do, for measuring: see HEADLESS_SHELL. */
export function findWholeChromium(): string | undefined {
  return firstOnPath(WHOLE_CHROMIUMS) ?? findBrowser();
}

/** Chromium refuses its sandbox to root, which is who runs tests in most containers. */
export const CHROMIUM_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** How Playwright starts a browser on this machine. Where there is none, it says so itself. */
export function launchOptions(name: BrowserName = 'chromium'): LaunchOptions {
  const executablePath = findBrowser(name);
  if (executablePath === undefined) return {};
  const isPlaywrights = hasOwnBrowser(name);
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
  // Its own driver starts a distribution's WebKit, on a screen that need not exist.
  if (name === 'webkit' && !hasOwnBrowser(name)) {
    return findOnPath('xvfb-run') === undefined ? 'the one here needs xvfb' : undefined;
  }
  try {
    const options = { ...launchOptions(name), timeout: LAUNCH_TIMEOUT_MS };
    await (await BROWSERS[name].launch(options)).close();
    return undefined;
  } catch (error) {
    // What follows repeats it, with the steps that led there.
    const [reason = ''] = String(error).split('\nCall log:');
    return `the one that this machine has does not start.\n${reason.trim()}`;
  }
}

/** Tries Playwright's browser, then Debian's. Whether it helped, {@link whyUnusable} tells. */
export function installBrowser(name: BrowserName): void {
  console.log(`No ${name} that can be used: installing one for the browser tests…`);
  const libraries = mayInstallPackages() ? ['--with-deps'] : [];
  const [program = '', ...args] = commandOf('@playwright/test', 'install', ...libraries, name);
  if (spawnSync(program, args, { stdio: 'inherit' }).status === 0) return;
  console.log('Playwright could not download its browser: trying the Debian package…');
  installPackages(DEBIAN_PACKAGES[name]);
}
