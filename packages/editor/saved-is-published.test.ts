/** What the editor accepts, the checks before a publication accept. With real builds: saved-is-published.release.test.ts. */
import fc from 'fast-check';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findExamples } from '@site/content/examples';
import { checkFolder, readFolder } from '@site/content/folder';
import { FROZEN_CONTENT, SITE_CONTENT } from '@site/test-support/frozen-content';
import { anySave, SavedSite } from './tests/saves.ts';

const ROUNDS = 4;
const SAVES_IN_A_ROUND = 40;

test('whatever several people save, one after the other or at once, no check stops it', async () => {
  const saves = fc.array(anySave, { minLength: SAVES_IN_A_ROUND, maxLength: SAVES_IN_A_ROUND });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(saves, async (all) => {
      const folder = mkdtempSync(join(tmpdir(), 'saves-'));
      try {
        cpSync(FROZEN_CONTENT, folder, { recursive: true });
        const site = new SavedSite(folder);
        for (const save of all) accepted += await site.play(save);
        site.write();
        expect(await checkFolder(SITE_CONTENT, folder)).toEqual([]);
        expect(await findExamples(SITE_CONTENT, readFolder(SITE_CONTENT, folder))).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  );
  // A gate that refuses everything would pass.
  expect(accepted).toBeGreaterThan((ROUNDS * SAVES_IN_A_ROUND) / 8);
});
