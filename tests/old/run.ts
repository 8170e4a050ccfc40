/** Runs tests of the editor in Chromium 119, the oldest that its guide names. */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { commandOf } from '../../local/machine.ts';

const folder = join(import.meta.dirname, 'node_modules/@sparticuz/chromium/bin');
const browser = join(folder, 'chromium');
await pipeline(
  createReadStream(`${browser}.br`),
  createBrotliDecompress(),
  createWriteStream(browser, { mode: 0o755 }),
);
const [program = '', ...args] = commandOf('@playwright/test', 'test', '--project=chromium');
const tests = ['editor.spec', 'history.spec', 'nothing-lost.spec', 'preview.spec'];
const { status } = spawnSync(
  program,
  [...args, ...tests.map((it) => `packages/editor/tests/${it}`)],
  {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: browser },
  },
);
process.exit(status ?? 1);
