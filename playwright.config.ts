import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes only sometimes is to be mended, not repeated.
  retries: 0,
  workers: 2,
  // Nothing here judges speed: a loaded machine may take its time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One set of pictures for all machines: see tests/browser/visual.spec.ts.
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  // A test that writes what it was to compare with cannot fail; `npm run screenshots` does it.
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', viewport: { width: 1280, height: 800 } },
});
