import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32')(
  'to `npm run test:browsers`, a browser that is missing or lacks libraries is skipped, and why',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'programs-'));
    const firefox = join(folder, 'firefox');
    writeFileSync(firefox, '#!/bin/sh\necho "libgtk-3.so.0: cannot open" >&2; exit 127\n');
    chmodSync(firefox, 0o755);
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test-browsers.ts'], {
      encoding: 'utf8',
      // A machine without network that has nothing but what is in the folder.
      env: {
        PATH: folder,
        HOME: folder,
        PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none'),
        PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
      },
    });
    rmSync(folder, { recursive: true });
    expect(stdout).toMatch(/firefox: skipped, the one .* does not start[^]*libgtk-3\.so\.0/);
    expect(stdout).toContain('webkit: skipped, this machine has none and could not get one');
    expect(stdout).toContain('Nothing was tested');
    expect(status).toBe(0);
  },
);
