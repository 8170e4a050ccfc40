/** The commands that hosts run. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import VERCEL from '../../vercel.json' with { type: 'json' };

test.each([
  ['preview', 'npm run build'],
  // A project can hide Vercel's system variables from the build.
  ['', 'npm run build:production'],
])('on Vercel, VERCEL_ENV=%s runs %s', (VERCEL_ENV, expected) => {
  const { buildCommand } = VERCEL;
  // Prints the npm command instead of running it.
  const printing = buildCommand.replaceAll('npm ', 'echo npm ');
  const env = { PATH: process.env['PATH'], VERCEL_ENV };
  expect(spawnSync('sh', ['-c', printing], { env }).stdout.toString().trim()).toBe(expected);
  // Vercel's limit.
  expect(buildCommand.length).toBeLessThanOrEqual(256);
});
