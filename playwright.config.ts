import { defineConfig } from '@playwright/test';
import { hasOwnBrowser } from './local/browser.ts';

const specs = (...names: string[]): string[] => names.map((name) => `**/${name}.spec.ts`);

/**
 * What only Chromium does: pictures are pinned to one browser's drawing; speculation rules; paints
 * and layout shifts as the browser itself counts them; a host name that leads to a port.
 */
const CHROMIUM_ONLY = specs('visual', 'next-page', 'late-font', 'budgets', 'form-to-mail');

/** Playwright's own browsers can do the rest; those of a distribution take the walk. */
const testsOf = (browserName: 'firefox' | 'webkit') =>
  hasOwnBrowser(browserName) ? { testIgnore: CHROMIUM_ONLY } : { testMatch: specs('walk') };

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
    {
      name: 'chromium',
      use: { browserName: 'chromium' },
      // Pictures are taken on Linux: other systems draw letters otherwise.
      testIgnore: process.platform === 'linux' ? [] : specs('visual', 'late-font'),
    },
    { name: 'firefox', use: { browserName: 'firefox' }, ...testsOf('firefox') },
    // Windows without a window manager: only one of them has the focus.
    { name: 'webkit', use: { browserName: 'webkit' }, ...testsOf('webkit'), workers: 1 },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    // Drawing what moves takes a third of the tests' time: those about motion, and the walk, have it.
    reducedMotion: 'reduce',
  },
});
