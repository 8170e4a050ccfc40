/**
 * The response headers of the site, once for every host. docs/deploy.md says what each is for.
 *
 * The greater part of the Content-Security-Policy travels inside each page (`src/build-steps/policy-in-page.ts`):
 * it differs from page to page, and GitHub Pages sends no headers of ours.
 */

const YEAR_SECONDS = 31_536_000;

/** Features of the browser that no page of this site asks for. */
const FORBIDDEN_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb'];

/** On every response, whatever its status. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  // The one directive that a policy inside a page cannot carry (CSP 3, section 6.4.2).
  'Content-Security-Policy': "frame-ancestors 'none'",
  // Without includeSubDomains: the company's other hosts (webmail, say) are not this site's to bind.
  'Strict-Transport-Security': `max-age=${2 * YEAR_SECONDS}`,
  'X-Content-Type-Options': 'nosniff',
  // With a stricter policy the browser would post the form without its Origin.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': FORBIDDEN_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // The editors' sign-in answers through the window that opened it; `same-origin` would cut it off.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
};

/** Of files whose name carries a hash of their content. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Of everything else: kept by the browser, and asked for again before each use. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** Folder that Astro writes hashed files to. */
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
