/**
 * Runs the commands behind an npm script, such as `test`, until one fails. Further arguments go to the last:
 * `npm run test:unit -- packages/content`.
 */
import { spawnSync } from 'node:child_process';
import { commandOf } from '../local/machine.ts';

const node = (...args: string[]): string[] => [process.execPath, ...args];
const vitest = (...projects: string[]): string[] =>
  commandOf('vitest', 'run', ...projects.map((name) => `--project=${name}`));
const playwright = (...projects: string[]): string[] =>
  commandOf('@playwright/test', 'test', ...projects.map((name) => `--project=${name}`));

/** Packages that only one command needs stand in a folder of their own. */
const install = (folder: string): string[] =>
  node(
    process.env['npm_execpath'] ?? 'npm-is-missing',
    ...['install', '--no-save', '--ignore-scripts', '--loglevel=error', `--prefix=${folder}`],
  );

const BUILD = node('scripts/build-for-tests.ts');

const COMMANDS: Partial<Record<string, string[][]>> = {
  test: [
    node('scripts/check-content.ts'),
    commandOf('prettier', '--check', '--log-level', 'warn', '.'),
    commandOf('astro', 'check', '--minimumFailingSeverity', 'hint'),
    node('--run', 'lint'),
    BUILD,
    vitest('unit', 'site'),
    playwright('chromium'),
  ],
  'test:unit': [vitest('unit')],
  'test:browsers': [BUILD, playwright('firefox', 'webkit')],
  'test:hosts': [install('tests/hosts'), BUILD, vitest('hosts')],
  'test:release': [BUILD, vitest('release')],
  'test:postgres': [vitest('postgres')],
  screenshots: [BUILD, node('scripts/screenshots.ts')],
  bench: [install('bench'), node('bench/bench.ts')],
};

const [name = '', ...extra] = process.argv.slice(2);
const commands = COMMANDS[name];
if (commands === undefined) throw new Error(`No such script: ${name}`);
for (const [position, [program = '', ...args]] of commands.entries()) {
  const more = position === commands.length - 1 ? extra : [];
  const { status } = spawnSync(program, [...args, ...more], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
