import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startLocalBackend } from '../../local/backend.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import { scriptRequest } from '../support/submissions.ts';

const SITE = 'http://localhost:4321';
/** Creating a database cluster on disk takes a busy machine a minute. */
const TIMEOUT_MS = 240_000;

test(
  'a newcomer finds a message after a restart, and cannot start a second time in the same folder',
  { timeout: TIMEOUT_MS },
  async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'contact-'));
    onTestFinished(() => {
      rmSync(dataFolder, { recursive: true });
    });
    const start = async () => {
      const backend = await startLocalBackend({
        siteUrls: [SITE],
        company: COMPANY,
        dataFolder,
        port: 0,
        announce: () => undefined,
      });
      onTestFinished(() => backend.stop());
      return backend;
    };
    const backend = await start();
    expect((await fetch(scriptRequest(backend.url, undefined, { origin: SITE }))).status).toBe(200);
    await backend.stop();
    expect(await backend.ended).toBeUndefined();

    const again = await start();
    expect(await again.query('select from contact_private.messages')).toHaveLength(1);
    await expect(start()).rejects.toThrow(/in use by process \d+/);
  },
);
