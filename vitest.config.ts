import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Hides warnings about broken source maps of packages.
  logLevel: 'error',
  test: {
    globalSetup: 'tests/support/check-frozen-content.ts',
    include: ['{integrations,tests/unit,tests/contact}/**/*.test.ts'],
    // One more than our cores: some tests wait for a server.
    maxWorkers: 3,
    // Test files share modules; loading them for each file would take a third of the time.
    isolate: false,
    // Generous for a loaded machine: no test judges speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // GitHub's workflow parser imports JSON in a way that needs a bundler.
    server: { deps: { inline: [/@actions\//] } },
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
