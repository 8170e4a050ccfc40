/** What goes wrong in a browser. A test says which complaints it expects, and fails at any other. */
import type { BrowserContext, Page } from '@playwright/test';
import type { RecordedEndpoint } from './recorded-endpoint.ts';

/** A picture, or in Firefox the font, that is still on its way when a test leaves the page. */
const ON_LEAVING = [
  /^Failed to decode image$/,
  /^download failed \(font-family: .* status=2152398850 /,
];

/** What the browser and the form say of an answer that the test has the backend refuse. */
const OF_REFUSALS = [/^Failed to load resource: .*\/functions\/v1\//, /^send-contact-email: /];

/** What browsers say of scripts that are lost, and of the islands' runtime that is among them. */
export const LOST_SCRIPTS = [
  /^Failed to load resource: .*\/_astro\//,
  /^(?:Failed to fetch|error loading) dynamically imported module: \S+\/_astro\/islands\.\w+\.js$/,
];

const expectedIn = new WeakMap<BrowserContext, RegExp[]>();

/** Expects complaints like these on a page, from now on. */
export function expectComplaints(page: Page, ...patterns: RegExp[]): void {
  expectedIn.get(page.context())?.push(...patterns);
}

/**
 * Collects breaches of the Content-Security-Policy, uncaught errors and errors in the console, apart
 * from those that the test expects. The status of a page that is opened is the test's own to judge.
 */
export async function collectComplaints(
  context: BrowserContext,
  endpoint: RecordedEndpoint,
): Promise<string[]> {
  const complaints: string[] = [];
  const expected = [...ON_LEAVING];
  expectedIn.set(context, expected);
  const note = (text: string): void => {
    const patterns = endpoint.hasRefused ? [...expected, ...OF_REFUSALS] : expected;
    if (!patterns.some((pattern) => pattern.test(text))) complaints.push(text);
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
    if (message.type() !== 'error' || (isResource && opened.has(url))) return;
    note(isResource ? `${message.text()} ${url}` : message.text());
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event;
      console.error(`forbidden by ${effectiveDirective}:`, blockedURI, sourceFile, sample);
    });
  });
  return complaints;
}
