/**
 * The response headers of the site, for every host.
 *
 * Most of the Content-Security-Policy is in the pages (`integrations/pages/policy-in-page.ts`): it differs
 * from page to page, and GitHub Pages sends no custom headers.
 */

const YEAR_SECONDS = 31_536_000;

/** Browser features that no page uses. */
const FORBIDDEN_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb'];

/** On every response, of any status. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  // Ignored inside a page: https://www.w3.org/TR/CSP3/#directive-frame-ancestors
  'Content-Security-Policy': "frame-ancestors 'none'",
  // Without includeSubDomains, which would bind the company's other hosts, such as webmail.
  'Strict-Transport-Security': `max-age=${2 * YEAR_SECONDS}`,
  'X-Content-Type-Options': 'nosniff',
  // A stricter policy would drop the Origin when the form is posted.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': FORBIDDEN_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // The editor's sign-in window reports to its opener, which `same-origin` would cut off.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
};

/** Cache-Control of files with a hash in their name. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Cache-Control of all other files: cached, and revalidated before each use. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** URL path of Astro's folder for hashed files. */
export const HASHED_FOLDER = '/_astro/';

/**
 * Headers of a response.
 *
 * @param path within the site, without its base path
 */
export function headersFor(path: string): Record<string, string> {
  const isHashed = path.startsWith(HASHED_FOLDER);
  return { ...SECURITY_HEADERS, 'Cache-Control': isHashed ? IMMUTABLE : REVALIDATED };
}
