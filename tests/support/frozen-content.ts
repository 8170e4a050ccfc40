import { join } from 'node:path';
import { readCollection } from '@site/content/folder';
import type { Collection } from '@site/content/collection';
import { COLLECTIONS } from '../../src/schemas/collections.ts';

// Tests of packages reach the site only through this folder.
export { COLLECTIONS, SITE_CONTENT } from '../../src/schemas/collections.ts';

/**
 * The content that every test reads instead of the site's own, which editors change every day: a test
 * that names one of their plans or phones would block the next one. It is a copy of the example content.
 * Change it, in tests/content, when a test needs other content or a schema changes; never copy what
 * editors write.
 */
export const FROZEN_CONTENT = join(import.meta.dirname, '../content');

/** The data of one of its collections, or of another folder's, by entry id. */
export function contentOf<Data>(
  collection: Collection,
  folder = FROZEN_CONTENT,
): Map<string, Data> {
  const entries = readCollection(folder, collection);
  return new Map(entries.map(({ entry }) => [entry.id, entry.data as Data]));
}

/** The first entry, and the only one of a collection with a single file. */
export function firstOf<Data>(entries: Map<string, Data>): Data {
  const [data] = entries.values();
  if (data === undefined) throw new Error('The collection has no entry.');
  return data;
}

export const PLAN_IDS = [...contentOf(COLLECTIONS.plans).keys()];
