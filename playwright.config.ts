import { defineConfig } from '@playwright/test';

/** What only Chromium does, or does in a way that a test can see. */
const CHROMIUM_ONLY = [
  // Pictures are pinned to one browser's drawing.
  'visual',
  // Speculation rules; LCP, layout shifts and blocking as the browser itself counts them.
  'next-page',
  'largest-paint',
  'late-font',
  'budgets',
].map((name) => `**/${name}.spec.ts`);

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
  projects: [
    { name: 'chromium', use: { browserName: 'chromium' } },
    { name: 'firefox', use: { browserName: 'firefox' }, testIgnore: CHROMIUM_ONLY },
    { name: 'webkit', use: { browserName: 'webkit' }, testIgnore: CHROMIUM_ONLY },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', viewport: { width: 1280, height: 800 } },
});
