/** `npm run test:browsers` on machines that lack browsers, or have some that cannot start. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const RUN_TIMEOUT_MS = 60_000;

const isRoot = process.getuid?.() === 0;

let programs: string;
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => {
  rmSync(programs, { recursive: true });
});

/** Puts a program on the machine. */
function program(name: string, script: string): void {
  const file = join(programs, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Runs the tests on a machine that has nothing but those programs. */
function testBrowsers() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-browsers.ts'], {
    encoding: 'utf8',
    env: { PATH: programs, HOME: programs, PLAYWRIGHT_BROWSERS_PATH: join(programs, 'none') },
  });
  return { status, output: stdout + stderr };
}

describe('the tests in other browsers', { timeout: RUN_TIMEOUT_MS }, () => {
  test('are skipped with the reason where there is none and none can be had', () => {
    program('playwright', 'echo "playwright $*"; exit 1');
    const { status, output } = testBrowsers();
    expect(output).toMatch(/^playwright install firefox$/m);
    expect(output).toMatch(/^playwright install webkit$/m);
    expect(output).toContain('firefox: skipped, this machine has none and could not get one');
    expect(output).toContain('webkit: skipped, this machine has none and could not get one');
    expect(output).toContain('Nothing was tested');
    expect(output).not.toContain('playwright test');
    expect(status).toBe(0);
  });

  test('are skipped with the reason where a browser lacks libraries of the system', () => {
    program('playwright', 'echo "playwright $*"; exit 1');
    program('firefox', 'echo "libgtk-3.so.0: cannot open shared object file" >&2; exit 127');
    const { status, output } = testBrowsers();
    expect(output).toMatch(
      /firefox: skipped, the one that this machine has does not start[^]*libgtk-3\.so\.0/,
    );
    expect(output).not.toContain('playwright test');
    expect(status).toBe(0);
  });

  test.skipIf(!isRoot)(
    `get the libraries as well where the one who runs them may install some${isRoot ? '' : ' (skipped: not root)'}`,
    () => {
      program('apt-get', 'echo "apt-get $*"; exit 1');
      program('playwright', 'echo "playwright $*"; exit 1');
      const { output } = testBrowsers();
      expect(output).toMatch(/^playwright install --with-deps webkit$/m);
    },
  );
});
