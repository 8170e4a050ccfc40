import { defineConfig } from 'vitest/config';

/** Tests of the built site that need no browser; they run after the build. */
export default defineConfig({
  test: {
    include: ['tests/site/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/site.json' }]],
  },
});
