/** Saving an untouched copy would publish the same plan twice. */
import type { AppEventListener } from '@sveltia/cms';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KnownEntries } from './known-entries.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { FROZEN_CONTENT } from '../../tests/support/frozen-content.ts';

test('an editor cannot save an untouched copy of a plan, but can save a changed one', () => {
  const text = readFileSync(join(FROZEN_CONTENT, 'plans/tecnologia.md'), 'utf8');
  const knownEntries = new KnownEntries();
  const plan = knownEntries.add(FILE_FORMATS['yaml-frontmatter'].fromFile(text)) as {
    detail: object;
  };
  const save = (data: object, newRecord = true) => {
    const entry = { toJS: () => ({ newRecord, data }) };
    void knownEntries.refuseCopy({ entry } as unknown as Parameters<
      AppEventListener['handler']
    >[0]);
  };
  // Last in the list, with its picture under another name.
  const copy = { ...plan, order: 7, detail: { ...plan.detail, image: './tecnologia-1.svg' } };
  expect(() => {
    save(copy);
  }).toThrow('saving_failed');
  expect(() => {
    save({ ...copy, detail: { ...copy.detail, name: 'Outro' } });
  }).not.toThrow();
  expect(() => {
    save(plan, false);
  }).not.toThrow();
});
