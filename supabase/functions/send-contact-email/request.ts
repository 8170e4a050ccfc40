/** Reads a request: its origin, its body, and the fields of a form. */
import type { ContactConfig } from './config.ts';
import { errorCode, withDeadline } from './log.ts';

function isAllowed(origin: string, { allowedOrigins }: ContactConfig): boolean {
  // What a pattern matches may be no URL, such as `https://xn--a.name.pages.dev`, or more than the database takes.
  if (origin.length > 300 || !URL.canParse(origin)) return false;
  return allowedOrigins.some((allowed) => {
    const [before, after] = allowed.split('*');
    if (before === undefined || after === undefined) return origin === allowed;
    const label = origin.slice(before.length, -after.length);
    return /^[a-z0-9-]+$/.test(label) && origin === before + label + after;
  });
}

/**
 * Judges by the Origin header the page that sent the request. It may be missing: there is no cookie or session to abuse.
 *
 * In a form that posts itself, `Origin: null` counts as missing, not as foreign: browsers send it under a
 * strict referrer policy or a strict privacy setting, and those visitors must get through. It gives an
 * attacker nothing that a request without a browser would not, and it counts as a sign of spam.
 */
export function judgeOrigin({ headers }: Request, isForm: boolean, config: ContactConfig) {
  const origin = headers.get('origin');
  if (origin === null || (isForm && origin === 'null')) return 'missing';
  return isAllowed(origin, config) ? 'allowed' : 'foreign';
}

// The headers that supabase-js may send (@supabase/supabase-js/cors), and the form's idempotency key.
const ALLOWED_HEADERS =
  'authorization, x-client-info, apikey, content-type, x-retry-count, traceparent, tracestate, baggage, x-region, idempotency-key';

/** CORS headers (Fetch standard) for an allowed origin; none for any other. */
export function corsHeaders({ headers }: Request, config: ContactConfig): Record<string, string> {
  const origin = headers.get('origin') ?? '';
  const allowed = isAllowed(origin, config) ? { 'access-control-allow-origin': origin } : {};
  return { ...allowed, vary: 'Origin' };
}

/** Responds to a preflight request: 204, with permission only for allowed origins. */
export function preflightResponse(request: Request, config: ContactConfig): Response {
  const headers = new Headers(corsHeaders(request, config));
  if (headers.has('access-control-allow-origin')) {
    headers.set('access-control-allow-methods', 'POST');
    headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    headers.set('access-control-max-age', '86400');
  }
  headers.set('vary', 'Origin, Access-Control-Request-Headers');
  return new Response(null, { status: 204, headers });
}

/** 5,000 characters of any script, percent-encoded, are at most 60,000 bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Long enough for a slow connection, too short for a slow-body attack. */
export const BODY_DEADLINE_MS = 15_000;

/** Reads a request's body as UTF-8, within the limits of size and time. */
export async function readBody({
  body,
}: Request): Promise<{ text: string } | { code: 'too_large' | 'too_slow' | 'broken_body' }> {
  if (body === null) return { text: '' };
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = async () => {
    let text = '';
    for (let bytes = 0; bytes <= MAX_BODY_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode() };
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
    return { code: 'too_large' as const };
  };
  try {
    return await withDeadline(read(), BODY_DEADLINE_MS);
  } catch (error) {
    // Otherwise, the connection broke, or the body is not UTF-8.
    return { code: errorCode(error) === 'DEADLINE' ? 'too_slow' : 'broken_body' };
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Reads a body as JSON, or as application/x-www-form-urlencoded (WHATWG URL standard). Undefined if it is neither. */
export function parseBody(text: string, isForm: boolean): Record<string, unknown> | undefined {
  try {
    const fields: unknown = isForm
      ? Object.fromEntries(new URLSearchParams(text))
      : JSON.parse(text);
    return Object(fields) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
