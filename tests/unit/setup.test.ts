import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What a build says where PATH leads to a Node of this version. */
function checkWithNode(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'node-'));
  const program = join(folder, 'node');
  writeFileSync(program, `#!/bin/sh\necho ${version}\n`);
  chmodSync(program, 0o755);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', '--check'], {
    encoding: 'utf8',
    env: { PATH: folder },
  });
  rmSync(folder, { recursive: true });
  return { status, stderr };
}

test.skipIf(process.platform === 'win32').each(['20.19.0', '22.16.0'])(
  'on a host with Node %s and none of ours, the build says which Node to set',
  (version) => {
    const { status, stderr } = checkWithNode(version);
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`found ${version}: install Node 24.*NODE_VERSION=24`));
  },
);

test.skipIf(process.platform === 'win32')('Node 22.18 runs TypeScript, and is enough', () => {
  expect(checkWithNode('22.18.0')).toEqual({ status: 0, stderr: '' });
});
