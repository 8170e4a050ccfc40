import { defineConfig } from 'vitest/config';

/** Specs that hold for every company's site. */
const OF_EVERY_SITE = ['pages', 'page-weight', 'search'].map(
  (name) => `tests/site/${name}.test.ts`,
);

/** Tests of the built site that need no browser; they run after the build. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'site', include: ['tests/site/**/*.test.ts'] } },
      { test: { name: 'other company', include: OF_EVERY_SITE, env: { BUILD: 'other' } } },
    ],
    reporters: ['default', ['json', { outputFile: 'test-results/site.json' }]],
  },
});
