/** The commands that hosts run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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

interface Step {
  run?: string;
  env?: Record<string, string>;
}

const { jobs } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8')) as {
  jobs: Record<string, { steps: Step[] }>;
};

test('Cloudflare gets the message of a commit without accents', () => {
  const script = jobs['publish']?.steps.find(({ env }) => env?.['MESSAGE'])?.run ?? '';
  const [line = ''] = /^message=.*$/m.exec(script) ?? [];
  const env = { PATH: process.env['PATH'], MESSAGE: 'Mudar “Preço” de João\n\nMais' };
  const { stdout } = spawnSync('sh', ['-c', `${line}; echo "$message"`], { env });
  expect(stdout.toString()).toBe('Mudar Preco de Joao\n');
});
