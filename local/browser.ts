/** Finds and installs a Chromium for tests and the bench: Playwright's own, or a distribution's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';
import { commandOf, findOnPath, installDebianPackages } from './machine.ts';

/** Renders like Chromium in half the time, because it draws no window. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const FULL_CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const firstOnPath = (names: string[]): string | undefined =>
  names.map(findOnPath).find((path) => path !== undefined);

/** Playwright's own build, which is preferred. */
const playwrightBuild = (): string | undefined =>
  [chromium.executablePath()].find((path) => existsSync(path));

/** Path of a Chromium for tests; undefined if none is installed. */
const findBrowser = (): string | undefined =>
  playwrightBuild() ?? firstOnPath([HEADLESS_SHELL, ...FULL_CHROMIUMS]);

/** A full Chromium if there is one: it paints as visitors' browsers do, which measurements need. */
export function findFullChromium(): string | undefined {
  return firstOnPath(FULL_CHROMIUMS) ?? findBrowser();
}

/** Chromium's sandbox does not run as root, the usual user in containers. */
export const CHROMIUM_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Playwright's launch options for Chromium. If none is installed, the launch fails and says so. */
export function launchOptions(): LaunchOptions {
  // Without a path, Playwright starts its own headless shell.
  const executablePath = playwrightBuild() === undefined ? findBrowser() : undefined;
  return { ...(executablePath !== undefined && { executablePath }), args: CHROMIUM_ARGS };
}

/**
 * Installs Playwright's Chromium, or else Debian's, unless the machine has one.
 *
 * @throws Error if the machine has none afterwards
 */
export function ensureBrowser(): void {
  if (playwrightBuild() !== undefined || findOnPath(HEADLESS_SHELL) !== undefined) return;
  if (findBrowser() === undefined) {
    const [program = '', ...args] = commandOf('@playwright/test', 'install', 'chromium');
    if (spawnSync(program, args, { stdio: 'inherit' }).status === 0) return;
  }
  // A full Chromium works too, in twice the time.
  installDebianPackages(['chromium', HEADLESS_SHELL]);
  if (findBrowser() !== undefined) return;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`) and try again.',
  );
}
