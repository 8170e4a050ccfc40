import VERCEL from '../vercel.json' with { type: 'json' };

/** What Cloudflare, Netlify and Vercel send where no rule says otherwise: revalidate before each use. */
const DEFAULT_CACHE_CONTROL = 'public, max-age=0, must-revalidate';

/**
 * The headers that hosts send with a file. As on the hosts, rules that overlap are joined.
 *
 * @param path within the site, without its base path
 */
export function headersFor(path: string): Headers {
  const headers = new Headers();
  for (const { source, headers: fields } of VERCEL.headers) {
    if (!new RegExp(`^${source}$`).test(path)) continue;
    for (const { key, value } of fields) headers.append(key, value);
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', DEFAULT_CACHE_CONTROL);
  return headers;
}
