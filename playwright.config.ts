import { defineConfig } from '@playwright/test';
import { hasPlaywrightBuild } from './local/browser.ts';

const specs = (...names: string[]): string[] => names.map((name) => `**/${name}.spec.ts`);

/**
 * Specs for Chromium only: screenshots are pinned to one renderer; speculation rules, paint timing, layout
 * shifts and host name mapping exist only there.
 */
const CHROMIUM_ONLY = specs('visual', 'next-page', 'late-font', 'budgets', 'form-to-mail');

/** Playwright's own browsers run all other specs; a distribution's browsers run the walk. */
const testsOf = (browserName: 'firefox' | 'webkit') =>
  hasPlaywrightBuild(browserName) ? { testIgnore: CHROMIUM_ONLY } : { testMatch: specs('walk') };

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A flaky test has to be fixed, not retried.
  retries: 0,
  workers: 2,
  // Generous for a loaded machine: no test judges speed.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The same screenshots for all machines: see tests/browser/visual.spec.ts.
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  // A test that writes its own expectation cannot fail; `npm run screenshots` updates them.
  updateSnapshots: 'none',
  projects: [
    {
      name: 'chromium',
      use: { browserName: 'chromium' },
      // Screenshots are taken on Linux; other systems render text differently.
      testIgnore: process.platform === 'linux' ? [] : specs('visual', 'late-font'),
    },
    { name: 'firefox', use: { browserName: 'firefox' }, ...testsOf('firefox') },
    // Without a window manager, only one window can have the focus.
    { name: 'webkit', use: { browserName: 'webkit' }, ...testsOf('webkit'), workers: 1 },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    // Animations take a third of the tests' time; only the specs about motion and the walk enable them.
    reducedMotion: 'reduce',
  },
});
