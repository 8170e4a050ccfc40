import type { ContactConfig } from './config.ts';

/** What the Origin header says about the page that sent the request. */
export type OriginVerdict = 'allowed' | 'missing' | 'foreign';

function isAllowed(origin: string, { allowedOrigins }: ContactConfig): boolean {
  return allowedOrigins.some((allowed) => {
    const [before, after] = allowed.split('*');
    if (before === undefined || after === undefined) return origin === allowed;
    const label = origin.slice(before.length, -after.length);
    return /^[a-z0-9-]+$/.test(label) && origin === before + label + after;
  });
}

/**
 * Judges the Origin header of a request made by script: one of the site's origins, or missing (not a
 * browser; there is no cookie or session to abuse).
 */
export function judgeScriptOrigin(request: Request, config: ContactConfig): OriginVerdict {
  const origin = request.headers.get('origin');
  if (origin === null) return 'missing';
  return isAllowed(origin, config) ? 'allowed' : 'foreign';
}

/**
 * Judges the Origin header of a natively posted form.
 *
 * `Origin: null` counts as missing, not as foreign: browsers send it under a strict referrer policy or
 * a strict privacy setting, and those visitors must get through. It gives an attacker nothing that a
 * request without a browser would not, and it counts as a spam signal.
 *
 * The function's own origin is allowed too, because its failure page holds a form that posts back.
 */
export function judgeFormOrigin(request: Request, config: ContactConfig): OriginVerdict {
  const origin = request.headers.get('origin');
  if (origin === null || origin === 'null') return 'missing';
  if (isAllowed(origin, config) || origin === config.ownOrigin) return 'allowed';
  // A web page cannot forge Host. Behind a gateway that rewrites it, ownOrigin decides.
  const isSameHost =
    URL.canParse(origin) && new URL(origin).host === request.headers.get('host')?.toLowerCase();
  return isSameHost ? 'allowed' : 'foreign';
}

// The headers that supabase-js may send (@supabase/supabase-js/cors), and the form's idempotency key.
const ALLOWED_HEADERS = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'x-retry-count',
  'traceparent',
  'tracestate',
  'baggage',
  'x-region',
  'idempotency-key',
].join(', ');

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** CORS headers (Fetch standard) for an allowed origin; none for any other. */
export function corsHeaders(request: Request, config: ContactConfig): Record<string, string> {
  const origin = request.headers.get('origin');
  const vary = { vary: 'Origin' };
  if (origin === null || !isAllowed(origin, config)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after',
  };
}

/** Responds to a preflight request: 204, with permission only for allowed origins. */
export function preflightResponse(request: Request, config: ContactConfig): Response {
  const headers = new Headers(corsHeaders(request, config));
  if (headers.has('access-control-allow-origin')) {
    headers.set('access-control-allow-methods', 'POST');
    headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    headers.set('access-control-max-age', String(PREFLIGHT_MAX_AGE_SECONDS));
  }
  headers.set('vary', 'Origin, Access-Control-Request-Headers');
  return new Response(null, { status: 204, headers });
}
