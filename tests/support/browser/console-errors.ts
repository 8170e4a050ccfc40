/** Console errors, uncaught errors and policy violations. A test declares those it expects and fails on any other. */
import type { BrowserContext, Page } from '@playwright/test';
import { BACKEND_HOST } from '../builds.ts';
import type { RecordedEndpoint } from './recorded-endpoint.ts';

/** A picture, or in Firefox the font or a script, that is still loading when a test leaves the page. */
const ON_LEAVING = [
  /^Failed to decode image$/,
  /^download failed \(font-family: .* status=2152398850 /,
  /^error loading dynamically imported module: \S+\/_astro\/islands\.\w+\.js(?:\?\d+)?$/,
];

/** Errors of the browser and the form after a failure that the test set up. */
const AFTER_REFUSALS = [/^Failed to load resource: .*\/functions\/v1\//, /^send-contact-email: /];

/** Errors of browsers about scripts that fail to load, such as the islands' runtime. */
export const FAILED_SCRIPTS = [
  /^Failed to load resource: .*\/_astro\//,
  /^(?:Failed to fetch|error loading) dynamically imported module: \S+\/_astro\/islands\.\w+\.js(?:\?\d+)?$/,
  // The runtime had arrived before, as on a page that was open earlier.
  /^\[astro-island\] Error hydrating /,
];

const expectedIn = new WeakMap<BrowserContext, RegExp[]>();

/** Expects errors that match these patterns on a page, from now on. */
export function expectConsoleErrors(page: Page, ...patterns: RegExp[]): void {
  expectedIn.get(page.context())?.push(...patterns);
}

/**
 * Collects violations of the Content-Security-Policy, uncaught errors and console errors, except those
 * that the test expects. The status of an opened page is left to the test.
 */
export async function collectConsoleErrors(
  context: BrowserContext,
  endpoint: RecordedEndpoint,
): Promise<string[]> {
  const consoleErrors: string[] = [];
  const expected = [...ON_LEAVING];
  expectedIn.set(context, expected);
  const note = (text: string): void => {
    const patterns = endpoint.hasRefused ? [...expected, ...AFTER_REFUSALS] : expected;
    if (!patterns.some((pattern) => pattern.test(text))) consoleErrors.push(text);
  };
  const opened = new Set<string>();
  context.on('request', (request) => {
    if (request.isNavigationRequest()) opened.add(request.url());
  });
  context.on('weberror', (error) => {
    note(error.error().message);
  });
  context.on('console', (message) => {
    const { url } = message.location();
    const isResource = message.text().startsWith('Failed to load resource');
    // No other host answers the tests' browser: whether a page may ask one is for the policy to say.
    const isElsewhere = isResource && ![BACKEND_HOST, 'localhost'].includes(new URL(url).hostname);
    if (message.type() !== 'error' || isElsewhere || (isResource && opened.has(url))) return;
    note(isResource ? `${message.text()} ${url}` : message.text());
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event;
      console.error(`forbidden by ${effectiveDirective}:`, blockedURI, sourceFile, sample);
    });
  });
  return consoleErrors;
}
