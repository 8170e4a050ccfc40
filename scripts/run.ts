/**
 * Runs the steps of an npm script, such as `test`, until one fails. Further arguments go to the last command:
 * `npm run test:unit -- packages/content`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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

/** The Deno that Supabase runs. */
const HOSTED_DENO = install('tests/contact/hosted-deno');
const BUILD = node('tests/support/make-builds.ts');

/** The commands of a step run at the same time: each uses one core. */
const SCRIPTS: Partial<Record<string, string[][][]>> = {
  test: [
    ...(process.env['NIGHTLY'] === undefined ? [] : [[HOSTED_DENO]]),
    [node('scripts/check-content.ts')],
    [commandOf('astro', 'check', '--minimumFailingSeverity', 'hint'), BUILD],
    [commandOf('prettier', '--check', '--log-level', 'warn', '.'), node('--run', 'lint')],
    [vitest('unit', 'site')],
    [playwright('development', 'chromium')],
  ],
  'test:unit': [[vitest('unit')]],
  'test:browsers': [[BUILD], [playwright('firefox', 'webkit', 'darkened')]],
  'test:hosts': [[install('tests/hosts'), BUILD], [vitest('hosts')]],
  'test:release': [[install('tests/release'), BUILD], [vitest('release')]],
  'test:postgres': [[HOSTED_DENO], [vitest('postgres')]],
  screenshots: [[BUILD], [node('tests/support/screenshots.ts')]],
  bench: [[install('bench')], [node('bench/bench.ts')]],
};

const [name = '', ...extra] = process.argv.slice(2);
const steps = SCRIPTS[name];
if (steps === undefined) throw new Error(`No such script: ${name}`);
steps
  .at(-1)
  ?.at(-1)
  ?.push(...extra);
const running = new Set<ChildProcess>();
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(event, () => {
    for (const child of running) child.kill();
    process.exit(1);
  });
}
for (const step of steps) {
  const exitCodes = await Promise.all(
    step.map(async ([program = '', ...args]) => {
      const child = spawn(program, args, { stdio: 'inherit' });
      running.add(child);
      await once(child, 'exit');
      running.delete(child);
      return child.exitCode;
    }),
  );
  if (exitCodes.some((exitCode) => exitCode !== 0)) process.exit(1);
}
// Otherwise, listening for the end of the parent would keep this process.
process.exit(0);
