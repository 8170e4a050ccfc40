/** `npm run test:browsers` on machines that lack browsers, or have some that cannot start. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const RUN_TIMEOUT_MS = 60_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the tests on a machine without network that has nothing but what is in the folder. */
function testBrowsers() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-browsers.ts'], {
    encoding: 'utf8',
    env: {
      PATH: folder,
      HOME: folder,
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none'),
      PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
    },
  });
  return { status, output: stdout + stderr };
}

test.skipIf(process.platform === 'win32')(
  'a browser that is missing, or lacks libraries, is skipped with the reason',
  { timeout: RUN_TIMEOUT_MS },
  () => {
    const firefox = join(folder, 'firefox');
    writeFileSync(firefox, '#!/bin/sh\necho "libgtk-3.so.0: cannot open" >&2; exit 127\n');
    chmodSync(firefox, 0o755);
    const { status, output } = testBrowsers();
    expect(output).toMatch(/firefox: skipped, the one .* does not start[^]*libgtk-3\.so\.0/);
    expect(output).toContain('webkit: skipped, this machine has none and could not get one');
    expect(output).toContain('Nothing was tested');
    expect(status).toBe(0);
  },
);
