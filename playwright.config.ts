import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const GUIDE = '**/guide.spec.ts';
const DEVELOPMENT = '**/development.spec.ts';
const DARKENED = '**/darkened.spec.ts';

const isCi = process.env['CI'] !== undefined;

/**
 * The guide's pictures and the development server want one browser. The other specs rest on what Playwright offers
 * in Chromium alone, such as layout shifts, pinned screenshots, a forced dark mode and the browser's own font size.
 */
const elsewhere = {
  testIgnore: /\/(?:guide|development|visual|late-font|budgets|darkened|large-text)\.spec/,
  grepInvert: /@chromium/,
};

export default defineConfig({
  testMatch: '{tests/browser,packages}/**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: 'tests/support/browser/global-setup.ts',
  fullyParallel: true,
  forbidOnly: isCi,
  // Nobody's first run is red by luck; where it can be mended, a flaky test fails the run.
  retries: 1,
  failOnFlakyTests: isCi,
  // A browser and its server take two cores.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // Generous for a loaded machine: no test judges speed.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The same screenshots for all machines: see tests/browser/visual.spec.ts.
  snapshotPathTemplate: 'tests/browser/screenshots/{arg}{ext}',
  // A test that writes its own expectation cannot fail; `npm run screenshots` updates them.
  updateSnapshots: 'none',
  projects: [
    // First, since it takes longest: one worker, which starts one development server.
    {
      name: 'development',
      testMatch: DEVELOPMENT,
      timeout: 600_000,
      fullyParallel: false,
      workers: 1,
    },
    {
      name: 'chromium',
      use: { browserName: 'chromium' },
      // Screenshots are taken on Linux; other systems render text differently.
      testIgnore: [
        GUIDE,
        DEVELOPMENT,
        DARKENED,
        ...(process.platform === 'linux' ? [] : ['**/visual.spec.ts']),
      ],
    },
    // Every night: no change but of a colour breaks it.
    { name: 'darkened', use: { browserName: 'chromium' }, testMatch: DARKENED },
    // `npm run screenshots` takes the guide's pictures.
    { name: 'guide', use: { browserName: 'chromium' }, testMatch: GUIDE },
    { name: 'firefox', use: { browserName: 'firefox' }, ...elsewhere },
    { name: 'webkit', use: { browserName: 'webkit' }, ...elsewhere },
  ],
  reporter: 'list',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    // Animations take a third of the tests' time; only the specs about motion enable them.
    reducedMotion: 'reduce',
  },
});
