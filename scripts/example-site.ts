/** What the README's pictures are taken of: the tests' build, and so the example content. */
import { chromium, type Browser } from '@playwright/test';
import { serveSite } from '../local/site-server.ts';
import { TEST_BUILDS } from '../tests/browser/support/builds.ts';
import { launchOptions } from './browser.ts';

/** Serves it, with a browser to look at it, for as long as the work takes. */
export async function withExampleSite(
  work: (browser: Browser, siteUrl: string) => Promise<void>,
): Promise<void> {
  const site = await serveSite({ folder: TEST_BUILDS.configured.folder });
  const browser = await chromium.launch(launchOptions());
  try {
    await work(browser, site.url);
  } finally {
    await browser.close();
    await site.stop();
  }
}
