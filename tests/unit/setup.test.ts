import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import PACKAGE from '../../package.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'clone-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32').each([
  ['22.16.0', 1, /found 22\.16\.0: install Node 24.*NODE_VERSION=24/],
  ['22.18.0', 0, /^$/],
])(
  'on a host with only Node %s (needs a POSIX shell), an operator’s build says what it needs',
  (version, exit, says) => {
    const program = join(folder, 'node');
    writeFileSync(program, `#!/bin/sh\necho ${version}\n`);
    chmodSync(program, 0o755);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', '--check'], {
      encoding: 'utf8',
      env: { PATH: folder },
    });
    rmSync(program);
    expect(status).toBe(exit);
    expect(stderr).toMatch(says);
  },
);

test('each platform has the Node of .node-version, or the nearest that npm has, which the README names', () => {
  const version = readFileSync('.node-version', 'utf8').trim();
  const readme = readFileSync('README.md', 'utf8');
  const packages = Object.entries(PACKAGE.optionalDependencies);
  expect(packages).toHaveLength(5);
  for (const [name, pinned] of packages) {
    expect(readme, name).toContain(name.includes('darwin') ? pinned : `Node is ${version} `);
    expect(pinned.split('.')[0], name).toBe(version.split('.')[0]);
    if (!name.includes('darwin')) expect(pinned, name).toBe(version);
  }
});

describe('a fresh clone', () => {
  const INSTALLS = 'Installing packages';

  function run(command: string): string {
    const env = { ...process.env, npm_config_offline: 'true', npm_config_loglevel: 'error' };
    const options = { cwd: folder, shell: true, encoding: 'utf8', env } as const;
    const { stdout, stderr } = spawnSync(command, options);
    return stdout + stderr;
  }
  const setUp = (option = '') => run(`"${process.execPath}" scripts/setup.mjs ${option}`);

  /** A project that needs one package for the build and one for tests. */
  beforeAll(() => {
    for (const path of ['scripts/setup.mjs', '.node-version']) cpSync(path, join(folder, path));
    for (const name of ['built-with', 'tested-with']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'package.json'), `{"name":"${name}","version":"1.0.0"}`);
    }
    run('npm pack ./built-with ./tested-with');
    const manifest = {
      dependencies: { 'built-with': 'file:built-with-1.0.0.tgz' },
      devDependencies: { 'tested-with': 'file:tested-with-1.0.0.tgz' },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    run('npm install --package-lock-only');
  });

  test('is set up once', () => {
    expect(setUp()).toContain(INSTALLS);
    expect(setUp()).toBe('');
  });

  test('is complete after `npm ci`; for a build, even without the test packages', () => {
    run('npm ci --omit=dev');
    expect(setUp('--production')).toBe('');
    expect(setUp()).toContain(INSTALLS);
  });
});
