import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { denoBinary } from '../../local/function-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const FUNCTION = join(ROOT, 'supabase/functions/send-contact-email');
const require = createRequire(import.meta.url);

test('an operator deploys the very versions that are tested here', () => {
  const { imports } = JSON.parse(readFileSync(join(FUNCTION, 'deno.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  for (const [name, target] of Object.entries(imports)) {
    const { package: packageName = '', version } =
      /^npm:(?<package>[^@/]+)@(?<version>\d+\.\d+\.\d+)(\/|$)/.exec(target)?.groups ?? {};
    const installed = require(join(ROOT, 'node_modules', packageName, 'package.json')) as {
      version: string;
    };
    expect(version, `${name} in deno.json, beside package-lock.json`).toBe(installed.version);
  }
});

test('an operator deploys code that passes the type check of Deno, at its strictest', async () => {
  await expect(
    promisify(execFile)(denoBinary(), ['check', '--config', 'deno.json', `${FUNCTION}/index.ts`], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1' },
    }),
  ).resolves.toBeDefined();
}, 60_000);

test('an operator finds every setting of the function in the guide', () => {
  const guide = readFileSync(join(ROOT, 'docs/contact.md'), 'utf8');
  const config = readFileSync(join(FUNCTION, 'config.ts'), 'utf8');
  const names = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1]);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !guide.includes(`\`${name ?? ''}\``))).toEqual([]);
});
