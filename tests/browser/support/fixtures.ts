/** What every browser test starts from: the built site on a server, a browser, a recorded backend. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions as launchOptionsOf } from '../../../scripts/browser.ts';
import { serveSite } from '../../../local/site-server.ts';
import { TEST_BUILDS, type BuildName, type TestBuild } from '../../../scripts/test-builds.ts';
import { ContactForm } from './contact-form.ts';
import { RecordedEndpoint } from './recorded-endpoint.ts';

interface SiteFixtures {
  /** Which build the test visits: `test.use({ build: 'unconfigured' })`. */
  build: BuildName;
  /** The recorded backend, as empty and as friendly as new. */
  endpoint: RecordedEndpoint;
}

interface PageFixtures {
  /** The page's contact form. */
  contact: ContactForm;
  /**
   * What went wrong in the browser so far: breaches of the Content-Security-Policy, uncaught errors,
   * complaints in the console. A test ends well only if this is empty.
   */
  complaints: string[];
}

interface WorkerFixtures {
  workerEndpoint: RecordedEndpoint;
  siteUrls: Record<BuildName, string>;
}

/** What the browser or the site says when a test makes a request fail on purpose. */
const EXPECTED_COMPLAINTS = [
  /^Failed to load resource: /,
  /^send-contact-email: /,
  // The content editor, where GitHub refuses to publish.
  /^Error: Server responded with an error/,
  // At its first visit it may make two of its stores at once: one, of backups or of looks, is lost.
  /^Failed to execute 'transaction' on 'IDBDatabase': One of the specified object stores/,
  // It says so of a picture that was still on its way when the test left its page.
  /^Failed to decode image$/,
  // Firefox names no reason.
  /^\[astro-island\] Error hydrating \S+ (?:TypeError: Failed to fetch dynamically imported module|SyntaxError|Error$|Error: \S+\/form-status\.[\w-]+\.css)/,
  // A portal, or a page for what is gone, in place of a script: Chromium and Firefox.
  /^Failed to load module script: Expected a JavaScript\S* module script/,
  /^Loading module from \S+ was blocked because of a disallowed MIME type/,
  // The runtime of the islands: lost, in the words of Chromium and of Firefox, or broken off.
  /^(?:Failed to fetch|error loading) dynamically imported module: \S+\/_astro\/islands\.\w+\.js$/,
  /^(?:Unexpected end of input|Invalid or unexpected token)$/,
  /^The Same Origin Policy disallows reading .* \(Reason: CORS request did not succeed\)/,
];

/** The site and its backend, for a test that brings a browser of its own. */
export const siteTest = base.extend<SiteFixtures, WorkerFixtures>({
  build: ['configured', { option: true }],

  workerEndpoint: [
    async ({}, use) => {
      const endpoint = new RecordedEndpoint();
      await endpoint.start();
      await use(endpoint);
      await endpoint.stop();
    },
    { scope: 'worker' },
  ],

  siteUrls: [
    async ({}, use) => {
      const names = Object.keys(TEST_BUILDS) as BuildName[];
      const sites = await Promise.all(
        names.map((name) => serveSite(TEST_BUILDS[name] satisfies TestBuild)),
      );
      const urls = names.map((name, index) => [name, sites[index]?.url]);
      await use(Object.fromEntries(urls) as Record<BuildName, string>);
      await Promise.all(sites.map((site) => site.stop()));
    },
    { scope: 'worker' },
  ],

  launchOptions: [
    async ({ browserName, workerEndpoint }, use) => {
      // Every browser takes a proxy.
      const proxy = { server: workerEndpoint.url, bypass: 'localhost' };
      await use({ ...launchOptionsOf(browserName), proxy });
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ siteUrls, build }, use) => {
    await use(siteUrls[build]);
  },

  endpoint: async ({ workerEndpoint }, use) => {
    workerEndpoint.reset();
    await use(workerEndpoint);
    workerEndpoint.reset();
  },
});

/** Collects what goes wrong in a browser from now on. */
export async function collectComplaints(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  const note = (text: string): void => {
    if (!EXPECTED_COMPLAINTS.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('weberror', (error) => {
    note(error.error().message);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event;
      console.error(`forbidden by ${effectiveDirective}:`, blockedURI, sourceFile, sample);
    });
  });
  return complaints;
}

export const test = siteTest.extend<PageFixtures>({
  contact: async ({ page }, use) => {
    await use(new ContactForm(page));
  },

  complaints: [
    async ({ context }, use) => {
      const complaints = await collectComplaints(context);
      await use(complaints);
      expect(complaints, 'complaints in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Fails with the rules and elements at fault when axe finds anything on the page as it is now.
 *
 * @param parts selectors of what alone is looked at
 */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  // Half way through a transition, colours are not yet those that a visitor reads.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // No page has frames; the mode for pages that do opens a further page for each report.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  // A selector for each element without a fault costs more time than the search for faults.
  builder.options({ resultTypes: ['violations'] });
  for (const part of parts) builder.include(part);
  const { violations } = await builder.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}

export async function expectAccessibleInBothThemes(page: Page, ...parts: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, ...parts);
  }
}

/** URLs of what the page asks for from now on, of one kind or of all. */
export function watchRequests(page: Page, kind?: 'script' | 'stylesheet' | 'font'): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (kind === undefined || request.resourceType() === kind) urls.push(request.url());
  });
  return urls;
}

/** Every page of the site, the not-found pages included. */
export const ALL_PAGES = [
  '/',
  '/planos',
  '/planos/tecnologia',
  '/planos/midia-social',
  '/planos/nao-existe',
  '/nao-existe',
];
