/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config';

export default getViteConfig({
  // Packages' source maps that lead nowhere are no news.
  logLevel: 'error',
  test: {
    globalSetup: 'tests/support/check-frozen-content.ts',
    include: ['tests/unit/**/*.test.ts', 'tests/contact/**/*.test.ts'],
    // Vitest would leave a core to itself: of two, half.
    maxWorkers: '100%',
    // Nothing here judges speed: a loaded machine may take its time.
    testTimeout: 60_000,
    // GitHub's parser of workflows imports JSON as only bundlers do.
    server: { deps: { inline: [/@actions\//] } },
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
