import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32').each([
  ['22.16.0', 1, /found 22\.16\.0: install Node 24.*NODE_VERSION=24/],
  ['22.18.0', 0, /^$/],
])('on a host that has Node %s alone, a build says what it needs', (version, exit, says) => {
  const folder = mkdtempSync(join(tmpdir(), 'node-'));
  const program = join(folder, 'node');
  writeFileSync(program, `#!/bin/sh\necho ${version}\n`);
  chmodSync(program, 0o755);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', '--check'], {
    encoding: 'utf8',
    env: { PATH: folder },
  });
  rmSync(folder, { recursive: true });
  expect(status).toBe(exit);
  expect(stderr).toMatch(says);
});
