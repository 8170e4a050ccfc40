/**
 * The pages' policy, for Astro's `security.csp`. Astro adds the hashes of the scripts and styles that it
 * writes; `packages/finish/policy-in-page.ts` reduces them to those of each page.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
import type { AstroUserConfig } from 'astro';
import { FUNCTIONS_PATH } from '@site/supabase/contact-form';
import type { Environment } from './environment.ts';

type Csp = Exclude<NonNullable<NonNullable<AstroUserConfig['security']>['csp']>, boolean>;

export function contentSecurityPolicy(
  environment: Pick<Environment, 'PUBLIC_SUPABASE_URL' | 'PUBLIC_SUPABASE_ANON_KEY'>,
): Csp {
  const { PUBLIC_SUPABASE_URL: backend, PUBLIC_SUPABASE_ANON_KEY: key } = environment;
  // With a slash at its end, a path matches everything below it, and nothing else.
  const functions = backend && key ? ` ${backend.replace(/\/$/, '')}${FUNCTIONS_PATH}` : '';
  return {
    algorithm: 'SHA-256',
    directives: [
      "default-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      // Plans' drawings are inlined as `data:` URLs.
      "img-src 'self' data:",
      `connect-src 'self'${functions}`,
      `form-action 'self'${functions}`,
      // No script of the site writes HTML or code from strings: forbid it.
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
  };
}
