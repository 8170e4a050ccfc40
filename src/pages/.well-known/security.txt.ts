import type { APIRoute } from 'astro';
import { mailLink } from '@site/supabase/mail-address';
import { getSingleton } from '../../lib/content.ts';
import { href } from '../../lib/paths.ts';

/** RFC 9116 recommends less than a year; each deploy starts it anew. */
const VALID_DAYS = 364;
const DAY_MS = 86_400_000;

/** How to report a security issue: RFC 9116. */
export const GET: APIRoute = async ({ site }) => {
  const { email } = await getSingleton('company');
  const expires = new Date(Date.now() + VALID_DAYS * DAY_MS);
  expires.setUTCHours(0, 0, 0, 0);
  const canonical = new URL(href('/.well-known/security.txt'), site);
  return new Response(
    [
      `Contact: ${mailLink(email)}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: pt, en',
      `Canonical: ${canonical.href}`,
      '',
    ].join('\n'),
  );
};
