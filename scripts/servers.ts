/**
 * Installs nginx and Caddy where a CI machine lets us, for the tests that serve the built site with
 * them. Nobody's own machine gets a web server from a test run: there, those tests are skipped.
 */
import { spawnSync } from 'node:child_process';
import { findOnPath } from './find-on-path.ts';

const missing = ['nginx', 'caddy'].filter((program) => findOnPath(program) === undefined);
const mayInstall =
  process.env['CI'] !== undefined &&
  process.getuid?.() === 0 &&
  findOnPath('apt-get') !== undefined;

if (missing.length > 0 && mayInstall) {
  const run = (args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' });
  run(['update', '-qq']);
  run(['install', '-y', '-qq', '--no-install-recommends', ...missing]);
}
