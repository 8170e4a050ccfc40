import { join } from 'node:path';

/**
 * The content that every test reads instead of the site's own, which editors change every day: a test
 * that names one of their plans or phones would block the next one. It is a copy of the example content.
 * Change it, in tests/content, when a test needs other content or a schema changes; never copy what
 * editors write.
 */
export const FROZEN_CONTENT = join(import.meta.dirname, '../content');
