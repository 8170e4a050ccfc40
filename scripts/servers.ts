/**
 * Installs nginx and Caddy where a CI machine lets us, for the tests that serve the built site with
 * them. Nobody's own machine gets a web server from a test run: there, those tests are skipped.
 */
import { spawnSync } from 'node:child_process';
import { findOnPath } from './find-on-path.ts';

/** What to install for each: nginx sends Brotli copies with a module that Debian packs apart. */
const PACKAGES = {
  nginx: ['nginx', 'libnginx-mod-http-brotli-static'],
  caddy: ['caddy'],
};

const missing = Object.entries(PACKAGES)
  .filter(([program]) => findOnPath(program) === undefined)
  .flatMap(([, packages]) => packages);
const mayInstall =
  process.env['CI'] !== undefined &&
  process.getuid?.() === 0 &&
  findOnPath('apt-get') !== undefined;

if (missing.length > 0 && mayInstall) {
  const run = (args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' });
  run(['update', '-qq']);
  // One at a time: a package that a distribution lacks does not keep the others out.
  for (const packageName of missing) {
    run(['install', '-y', '-qq', '--no-install-recommends', packageName]);
  }
}
