/**
 * Finds the Chromium that drives the browser tests and the benches: Playwright's own, or one that
 * the machine has. Run with `--install`, it makes sure that there is one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findOnPath } from './find-on-path.ts';

const SYSTEM_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a usable Chromium, or undefined where the machine has none. */
export function findBrowser(): string | undefined {
  const bundled = chromium.executablePath();
  if (existsSync(bundled)) return bundled;
  return SYSTEM_BROWSERS.map(findOnPath).find((path) => path !== undefined);
}

/** Chromium refuses its sandbox to root, which is who runs tests in most containers. */
export const BROWSER_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

function installBrowser(): void {
  if (findBrowser() !== undefined) return;
  console.log('No Chromium found: installing one for the browser tests…');
  if (run('playwright', ['install', 'chromium'])) return;

  console.log('Playwright could not download its browser: trying the Debian package…');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && run('apt-get', ['update', '-qq'])) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  }
  if (findBrowser() === undefined) {
    console.error(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`) and run `npm test` again.',
    );
    process.exit(1);
  }
}

if (process.argv.includes('--install')) installBrowser();
