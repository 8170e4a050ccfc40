import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import PACKAGE from '../../package.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'clone-'));
for (const path of ['scripts/setup.mjs', '.node-version']) cpSync(path, join(folder, path));
mkdirSync(join(folder, 'node_modules'));
for (const path of ['package-lock.json', 'node_modules/.package-lock.json'])
  writeFileSync(join(folder, path), '{"packages":{}}');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32').each([
  [{}, '22.18.0', 1, /found 22\.18\.0: install Node 24.*NODE_VERSION=24/],
  [{}, '24.0.0', 0, /^$/],
  [
    { npm_config_user_agent: 'pnpm/10.0.0 npm/?' },
    '24.0.0',
    1,
    /^This project needs npm.* pnpm\.$/m,
  ],
])(
  'with %j and only Node %s (needs a POSIX shell), an operator’s build says what it needs',
  (variables, version, exit, says) => {
    const program = join(folder, 'node');
    writeFileSync(program, `#!/bin/sh\necho ${version}\n`);
    chmodSync(program, 0o755);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: folder, ...variables },
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

test('an adopter finds the newest version of CHANGELOG in the command that merges it', () => {
  const [, newest = ''] = /^## (\S+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  const release = `/^Release ${newest.replaceAll('.', String.raw`\.`)}}`;
  expect(readFileSync('docs/adopt.md', 'utf8')).toContain(release);
});

// In a copy of the project, whose packages are links, setup.mjs would install them.
test.skipIf(!existsSync('node_modules/.package-lock.json')).each([
  ['', false],
  ['0', false],
  ['False', false],
  ['true', true],
])(
  'with CI and NIGHTLY=%j, a flaky test fails the run, and the night’s tests run: %s',
  (value, is) => {
    const asked =
      "[require('./playwright.config.ts').default.failOnFlakyTests, 'NIGHTLY' in process.env].join()";
    const { stdout } = spawnSync(process.execPath, ['scripts/setup.mjs', '-p', asked], {
      encoding: 'utf8',
      env: { ...process.env, CI: value, NIGHTLY: value },
    });
    expect(stdout.trim()).toBe(`${is},${is}`);
  },
);

test('each command in TypeScript can be the first in a fresh clone', () => {
  expect(Object.values(PACKAGE.scripts).join('\n')).not.toMatch(/^node (?!scripts\/setup)/m);
});

describe('a fresh clone', () => {
  const INSTALLS = 'Installing packages';

  function run(command: string): string {
    const npm = { npm_config_offline: 'true', npm_config_loglevel: 'error' };
    const env = { ...process.env, ...npm, NODE_ENV: 'production' };
    const options = { cwd: folder, shell: true, encoding: 'utf8', env } as const;
    const { stdout, stderr } = spawnSync(command, options);
    return stdout + stderr;
  }
  const setUp = (option = '') => run(`"${process.execPath}" scripts/setup.mjs ${option}`);

  /** A project that needs one package for the build and one for tests, and has one of its own. */
  beforeAll(() => {
    for (const path of ['package-lock.json', 'node_modules'])
      rmSync(join(folder, path), { recursive: true });
    for (const name of ['built-with', 'tested-with']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'package.json'), `{"name":"${name}","version":"1.0.0"}`);
    }
    run('npm pack ./built-with ./tested-with');
    mkdirSync(join(folder, 'packages/own'), { recursive: true });
    writeFileSync(join(folder, 'packages/own/package.json'), '{"name":"@site/own"}');
    const manifest = {
      workspaces: ['packages/*'],
      dependencies: { 'built-with': 'file:built-with-1.0.0.tgz' },
      devDependencies: { 'tested-with': 'file:tested-with-1.0.0.tgz' },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    run('npm install --package-lock-only');
  });

  test('is set up once for a build, without the test packages, and once for all else', () => {
    for (const option of ['--production', '']) {
      expect(setUp(option)).toContain(INSTALLS);
      expect(setUp(option)).toBe('');
    }
  });

  test('links a package of the project that a colleague has renamed', () => {
    renameSync(join(folder, 'packages/own'), join(folder, 'packages/renamed'));
    writeFileSync(join(folder, 'packages/renamed/package.json'), '{"name":"@site/renamed"}');
    run('npm install --package-lock-only');
    expect(setUp()).toContain(INSTALLS);
    expect(existsSync(join(folder, 'node_modules/@site/renamed/package.json'))).toBe(true);
    expect(setUp()).toBe('');
  });
});

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'all that a command started ends when %s ends npm alone (needs POSIX signals)',
  async (signal) => {
    const program =
      "process.on('disconnect', process.exit);setInterval(() => {}, 1e6);console.log(0)";
    writeFileSync(join(folder, 'program.mjs'), program);
    const script = `"${process.execPath}" scripts/setup.mjs program.mjs`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { script } }));
    for (const path of ['package-lock.json', 'node_modules/.package-lock.json'])
      writeFileSync(join(folder, path), '{"packages":{}}');
    const npm = spawn('npm', ['run', 'script', '--silent'], { cwd: folder });
    await once(npm.stdout, 'data');
    npm.kill(signal);
    // Closes when the last that can write to it has ended.
    await once(npm, 'close');
  },
);
