/** What every browser test starts from: the built site on a server, a browser, a recorded backend. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions as launchOptionsOf } from '../../../scripts/browser.ts';
import { serveSite } from '../../../local/site-server.ts';
import { TEST_BUILDS, type BuildName } from '../../../scripts/test-builds.ts';
import { contactFormOn } from './contact-form.ts';
import { RecordedEndpoint } from './recorded-endpoint.ts';

interface Fixtures {
  /** Which build the test visits: `test.use({ build: 'unconfigured' })`. */
  build: BuildName;
  /** The recorded backend, as empty and as friendly as new. */
  endpoint: RecordedEndpoint;
  /** The page's contact form. */
  contact: ReturnType<typeof contactFormOn>;
  /**
   * What went wrong in the browser so far: breaches of the Content-Security-Policy, uncaught errors,
   * complaints in the console. A test with a page ends well only if this is empty.
   */
  complaints: string[];
}

/** What the browser or the site says when a test makes a request fail on purpose. */
const EXPECTED_COMPLAINTS = [
  /^Failed to load resource: /,
  /^send-contact-email: /,
  // The content editor, where GitHub refuses to publish.
  /^Error: Server responded with an error/,
  // At its first visit it may make two of its stores at once: one, of backups or of looks, is lost.
  /^Failed to execute 'transaction' on 'IDBDatabase': One of the specified object stores/,
  // A picture, or in Firefox the font, that was still on its way when the test left its page.
  /^Failed to decode image$/,
  /^download failed \(font-family: .* status=2152398850 /,
  // Firefox names no reason.
  /^\[astro-island\] Error hydrating \S+ (?:TypeError: Failed to fetch dynamically imported module|SyntaxError|Error$)/,
  // A portal, or a page for what is gone, in place of a script: Chromium and Firefox.
  /^Failed to load module script: Expected a JavaScript\S* module script/,
  /^Loading module from \S+ was blocked because of a disallowed MIME type/,
  // The runtime of the islands: lost, in the words of Chromium and of Firefox, or broken off.
  /^(?:Failed to fetch|error loading) dynamically imported module: \S+\/_astro\/islands\.\w+\.js$/,
  /^(?:Unexpected end of input|Invalid or unexpected token)$/,
  /^The Same Origin Policy disallows reading .* \(Reason: CORS request did not succeed\)/,
];

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

export const test = base.extend<Fixtures, { workerEndpoint: RecordedEndpoint }>({
  build: ['configured', { option: true }],

  workerEndpoint: [
    async ({}, use) => {
      const endpoint = new RecordedEndpoint();
      await endpoint.start();
      await use(endpoint);
      endpoint.stop();
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

  baseURL: async ({ build }, use) => {
    const site = await serveSite(TEST_BUILDS[build]);
    await use(site.url);
    await site.stop();
  },

  endpoint: [
    async ({ workerEndpoint }, use) => {
      workerEndpoint.reset();
      await use(workerEndpoint);
    },
    { auto: true },
  ],

  complaints: async ({ context }, use) => {
    await use(await collectComplaints(context));
  },

  page: async ({ page, complaints }, use) => {
    await use(page);
    expect(complaints, 'complaints in the browser').toEqual([]);
  },

  contact: async ({ page }, use) => {
    await use(contactFormOn(page));
  },
});

export { expect };

/**
 * Fails with the rules and elements at fault when axe finds anything on the page as it is now, in
 * the light or in the dark theme.
 *
 * @param parts selectors of what alone is looked at
 */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  // No page has frames; the mode for pages that do opens a further page for each report.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  // A selector for each element without a fault costs more time than the search for faults.
  builder.options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
  for (const part of parts) builder.include(part);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Half way through a transition, colours are not yet those that a visitor reads.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished.catch(() => undefined)),
      ),
    );
    const { violations } = await builder.analyze();
    const faults = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    expect(faults, `faults that axe finds in the ${colorScheme} theme`).toEqual([]);
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

/** The main heading of every page of the site, the not-found pages included. */
export const HEADINGS: Record<string, string> = {
  '/': 'Sua Dificuldade, Nossa Solução em Tecnologia.',
  '/planos': 'Nossos Planos Flexíveis',
  '/planos/tecnologia': 'Suporte em Tecnologia Avançado',
  '/planos/midia-social': 'Estratégia de Mídia Social de Impacto',
  '/privacidade': 'Privacidade',
  '/planos/nao-existe': 'Plano não encontrado',
  '/nao-existe': 'Página não encontrada',
};

export const ALL_PAGES = Object.keys(HEADINGS);
