/** Fixtures of every browser test: the built site on a server, a browser, a recorded backend. */
import { test as base, expect, type Frame, type Locator, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { launchOptions as chromiumOptions } from '../../../local/browser.ts';
import { serveSite } from '../../../local/site-server.ts';
import type { Collection } from '@site/content/collection';
import { COLLECTIONS } from '../../../src/schemas/collections.ts';
import { FAILURE_PAGE } from '@site/supabase/contact-form';
import { TEST_BUILDS, type BuildName } from '../builds.ts';
import { contentOf, firstOf } from '../frozen-content.ts';
import { collectConsoleErrors } from './console-errors.ts';
import { contactFormOn } from './contact-form.ts';
import { RecordedEndpoint } from './recorded-endpoint.ts';

interface Fixtures {
  /** The build to visit: `test.use({ build: 'subpath' })`. */
  build: BuildName;
  /** The recorded backend, reset before each test. */
  endpoint: RecordedEndpoint;
  /** The page's contact form. */
  contact: ReturnType<typeof contactFormOn>;
  /** The page's header. */
  bar: ReturnType<typeof headerOn>;
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
      await use({ ...(browserName === 'chromium' && chromiumOptions()), proxy });
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

  bar: async ({ page }, use) => {
    await use(headerOn(page));
  },
});

export { expect };

/** The header, as a visitor sees it: hidden links do not count. */
function headerOn(page: Page) {
  const nav = page.getByRole('navigation', { name: 'Principal' });
  return {
    menu: nav.locator('summary'),
    links: nav.getByRole('link'),
    link: (name: string) => nav.getByRole('link', { name, exact: true }),
    current: nav.locator('[aria-current]:visible'),
  };
}

/** Expects an element to be fully on the screen, with nothing over it. */
export async function expectUncovered(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  await part.click({ trial: true });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Fails with the violated rules and their elements when axe finds anything in a page or frame.
 *
 * @param parts selectors that limit the check
 */
export async function expectNoFaults(frame: Page | Frame, parts: string[] = []): Promise<void> {
  // Loading axe takes longer than a check.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const options: RunOptions = {
    // Listing the passed elements takes longer than the check itself.
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
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

/**
 * Fails when axe finds anything on the page in its current state.
 *
 * @param parts selectors that limit the check
 */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  // Halfway through a transition, colours are not final.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  await expectNoFaults(page, parts);
}

/** URLs that the page requests from now on, of one resource type or of all. */
export function watchRequests(page: Page, kind?: 'script' | 'stylesheet' | 'font'): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (kind === undefined || request.resourceType() === kind) urls.push(request.url());
  });
  return urls;
}

interface Titled {
  hero: { headline: string };
  heading: string;
  detail: { name: string };
  title: string;
  notSent: { title: string };
  page: { title: string };
  plan: { title: string };
}

const headingsOf = (
  collection: Collection,
  parent: string,
  read: (data: Titled) => string,
): [path: string, heading: string][] =>
  Array.from(contentOf<Titled>(collection), ([id, data]) => [`${parent}/${id}`, read(data)]);

const notFound = firstOf(contentOf<Titled>(COLLECTIONS.notFound));

/** The main heading of each page, including the not-found pages. */
export const HEADINGS: Record<string, string> = {
  '/': firstOf(contentOf<Titled>(COLLECTIONS.home)).hero.headline,
  '/planos': firstOf(contentOf<Titled>(COLLECTIONS.planList)).heading,
  ...Object.fromEntries(headingsOf(COLLECTIONS.plans, '/planos', ({ detail }) => detail.name)),
  ...Object.fromEntries(headingsOf(COLLECTIONS.textPages, '', ({ title }) => title)),
  [`/${FAILURE_PAGE}`]: firstOf(contentOf<Titled>(COLLECTIONS.contact)).notSent.title,
  '/planos/nao-existe': notFound.plan.title,
  '/nao-existe': notFound.page.title,
};

export const ALL_PAGES = Object.keys(HEADINGS);
