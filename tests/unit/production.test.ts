/** A site with a fake phone never goes live unnoticed: hosts that build by themselves check for it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import PACKAGE from '../../package.json' with { type: 'json' };
import VERCEL from '../../vercel.json' with { type: 'json' };

test('the build for production ends with the launch check', () => {
  expect(PACKAGE.scripts['build:production']).toBe('npm run build && npm run check:launch');
});

test.each([
  ['preview', 'npm run build'],
  // The project can keep Vercel's variables from the build.
  ['', 'npm run build:production'],
])('on Vercel, VERCEL_ENV=%s runs %s', (VERCEL_ENV, expected) => {
  const { buildCommand } = VERCEL;
  // What Vercel's shell would run, with `npm` only named.
  const named = buildCommand.replaceAll('npm ', 'echo npm ');
  const env = { PATH: process.env['PATH'], VERCEL_ENV };
  expect(spawnSync('sh', ['-c', named], { env }).stdout.toString().trim()).toBe(expected);
  // Vercel refuses a longer one.
  expect(buildCommand.length).toBeLessThanOrEqual(256);
});

test('on Netlify, everything but previews is checked', () => {
  const commands = readFileSync('netlify.toml', 'utf8').matchAll(/^\[(.*)\]\ncommand = "(.*)"$/gm);
  expect(Array.from(commands, ([, context, command]) => [context, command])).toEqual([
    ['build', 'npm run build:production'],
    ['context.deploy-preview', 'npm run build'],
    ['context.branch-deploy', 'npm run build'],
  ]);
});
