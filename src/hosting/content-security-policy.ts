/**
 * What the pages may load, run and send, for Astro's `security.csp`. Astro adds the hashes of all
 * scripts and styles that it writes; `src/build-steps/policy-in-page.ts` leaves each page its own.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
import { createHash } from 'node:crypto';
import type { AstroUserConfig } from 'astro';
import { FUNCTIONS_PATH } from '../../supabase/functions/_shared/contact-form.ts';
import type { Environment } from '../lib/environment.ts';

type Csp = Exclude<NonNullable<NonNullable<AstroUserConfig['security']>['csp']>, boolean>;

/** A page's policy as Astro writes it into the page. */
export const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)">/i;

type Hash = `sha256-${string}`;

/** Hash of an inline script or style as a policy lists it. */
export function cspHash(text: string): Hash {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

export function contentSecurityPolicy(
  environment: Pick<Environment, 'PUBLIC_SUPABASE_URL' | 'PUBLIC_SUPABASE_ANON_KEY'>,
): Csp {
  const { PUBLIC_SUPABASE_URL: backend, PUBLIC_SUPABASE_ANON_KEY: key } = environment;
  // The slash at the end of the path makes the policy match all below it, and only that.
  const functions = backend && key ? ` ${backend.replace(/\/$/, '')}${FUNCTIONS_PATH}` : '';
  return {
    algorithm: 'SHA-256',
    directives: [
      "default-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      // A plan's drawing travels inside its page; a picture runs nothing.
      "img-src 'self' data:",
      `connect-src 'self'${functions}`,
      `form-action 'self'${functions}`,
      // No script of ours writes HTML or code from strings; now none can.
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
  };
}
