import { join } from 'node:path';

/**
 * The content that every test reads instead of the site's own, which editors change every day: a
 * test that names a plan or a phone of theirs would refuse to publish the next one. It is a copy of
 * the example content. Change it, in tests/content, where a test needs other content or a schema
 * has changed; what editors write never has to be copied here.
 */
export const FROZEN_CONTENT = join(import.meta.dirname, '../content');
