/** Fixtures of every browser test: the built site on a server, a browser, a recorded backend. */
import { test as base, expect, type Frame, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { launchOptions as launchOptionsOf } from '../../../local/browser.ts';
import { serveSite } from '../../../local/site-server.ts';
import { TEST_BUILDS, type BuildName } from '../../support/builds.ts';
import { collectConsoleErrors } from './console-errors.ts';
import { contactFormOn } from './contact-form.ts';
import { RecordedEndpoint } from './recorded-endpoint.ts';

interface Fixtures {
  /** The build to visit: `test.use({ build: 'unconfigured' })`. */
  build: BuildName;
  /** The recorded backend, reset before each test. */
  endpoint: RecordedEndpoint;
  /** The page's contact form. */
  contact: ReturnType<typeof contactFormOn>;
  /** Unexpected console errors so far. A test with a page fails unless the list is empty. */
  consoleErrors: string[];
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
      // Every browser supports a proxy.
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

  consoleErrors: async ({ context, endpoint }, use) => {
    await use(await collectConsoleErrors(context, endpoint));
  },

  page: async ({ page, consoleErrors }, use) => {
    await use(page);
    expect(consoleErrors, 'unexpected console errors').toEqual([]);
  },

  contact: async ({ page }, use) => {
    await use(contactFormOn(page));
  },
});

export { expect };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What axe checks of colours by default: the tag for them adds rules of WCAG's level AAA. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with the violated rules and their elements when axe finds anything in a page or frame.
 *
 * @param parts selectors that limit the check
 * @param runOnly the rules to check; default: axe's own selection, and the size of targets
 */
export async function expectNoFaults(
  frame: Page | Frame,
  parts: string[] = [],
  runOnly?: string[],
): Promise<void> {
  // Loading axe takes longer than a check.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const options: RunOptions = {
    // Listing the passed elements takes longer than the check itself.
    resultTypes: ['violations'],
    ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
  };
  const faults = await frame.evaluate(
    async ([include, settings]) => {
      const context = include.length > 0 ? { include: include.map((part) => [part]) } : document;
      const { violations } = await window.axe.run(context, settings);
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    },
    [parts, options] as const,
  );
  expect(faults, 'what axe finds').toEqual([]);
}

/** Fails when axe finds anything on the page in its current state, in the light or in the dark theme. */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Halfway through a transition, colours are not final.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished.catch(() => undefined)),
      ),
    );
    // The dark theme differs in its colours alone.
    await expectNoFaults(page, parts, colorScheme === 'dark' ? COLOR_RULES : undefined);
  }
}

/** URLs that the page requests from now on, of one resource type or of all. */
export function watchRequests(page: Page, kind?: 'script' | 'stylesheet' | 'font'): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (kind === undefined || request.resourceType() === kind) urls.push(request.url());
  });
  return urls;
}

/** The main heading of each page, including the not-found pages. */
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
