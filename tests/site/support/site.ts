/** The build under test: the configured one, or with `BUILD` the other company's. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_BUILDS } from '../../support/builds.ts';
import { filesOf, readCollection } from '../../../integrations/content/folder.ts';
import type { Collection } from '../../../integrations/content/collection.ts';
import { COLLECTIONS } from '../../../src/schemas/collections.ts';
import { FROZEN_CONTENT } from '../../support/frozen-content.ts';

const isOther = process.env['BUILD'] === 'other';

export const BUILD = isOther ? TEST_BUILDS.other : TEST_BUILDS.configured;
const CONTENT = isOther ? TEST_BUILDS.other.contentFolder : FROZEN_CONTENT;
export const BRAND_FOLDER = isOther ? 'tests/other-company/brand' : 'src/brand';
export const SITE_URL = BUILD.environment.SITE_URL;

/** The text of a file of the build. */
export const read = (file: string): string => readFileSync(join(BUILD.folder, file), 'utf8');

/** The data of a content collection, by entry id. */
export function contentOf<Data>(collection: Collection): Map<string, Data> {
  const entries = readCollection(CONTENT, collection);
  return new Map(entries.map(({ entry }) => [entry.id, entry.data as Data]));
}

/** The number of entries in a collection. */
export const countOf = (collection: Collection): number => filesOf(CONTENT, collection).length;

export const PLAN_IDS = [...contentOf(COLLECTIONS.plans).keys()];
