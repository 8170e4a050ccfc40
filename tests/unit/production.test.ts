/** A site with a fake phone never goes live unnoticed: hosts that build on their own run the check. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import PACKAGE from '../../package.json' with { type: 'json' };
import VERCEL from '../../vercel.json' with { type: 'json' };

test('the production build ends with the launch check', () => {
  expect(PACKAGE.scripts['build:production']).toBe('npm run build && npm run check:launch');
});

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

test('Netlify checks everything except previews', () => {
  const commands = readFileSync('netlify.toml', 'utf8').matchAll(/^\[(.*)\]\ncommand = "(.*)"$/gm);
  expect(Array.from(commands, ([, context, command]) => [context, command])).toEqual([
    ['build', 'npm run build:production'],
    ['context.deploy-preview', 'npm run build'],
    ['context.branch-deploy', 'npm run build'],
  ]);
});

interface Step {
  run?: string;
  env?: Record<string, string>;
}

const { jobs } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8')) as {
  jobs: Record<string, { if: string; needs: string[]; steps: Step[] }>;
};

test('an editor’s change is published without npm test, but not without the checks of the built site', () => {
  expect(jobs['test']?.if).toBe("needs.changes.outputs.only-content != 'true'");
  expect(jobs['publish']?.if).toContain(
    "needs.build.result == 'success' && (needs.test.result == 'success' || needs.changes.outputs.only-content == 'true')",
  );
  const checks = jobs['build']?.steps.flatMap(({ run }) => run ?? []).slice(-2);
  expect(checks).toEqual(['npm run "$BUILD"', 'npm run check:site']);
});

test('Cloudflare gets the message of a commit without accents', () => {
  const script = jobs['publish']?.steps.find(({ env }) => env?.['MESSAGE'])?.run ?? '';
  const [line = ''] = /^message=.*$/m.exec(script) ?? [];
  const env = { PATH: process.env['PATH'], MESSAGE: 'Mudar “Preço” de João\n\nMais' };
  const { stdout } = spawnSync('sh', ['-c', `${line}; echo "$message"`], { env });
  expect(stdout.toString()).toBe('Mudar Preco de Joao\n');
});
