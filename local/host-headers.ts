/** The response headers that hosts read from `public/_headers`. */
import { readFileSync } from 'node:fs';

interface HeaderRule {
  /** Path pattern; `*` matches any part. */
  pattern: string;
  fields: [name: string, value: string][];
}

/** What Cloudflare, Netlify and Vercel send where no rule says otherwise: revalidate before each use. */
const DEFAULT_CACHE_CONTROL = 'public, max-age=0, must-revalidate';

/**
 * @param text in the notation of Cloudflare and Netlify
 * @see https://developers.cloudflare.com/workers/static-assets/headers/
 */
function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s+([\w-]+): (.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.at(-1)?.fields.push([name, value]);
    else if (line.startsWith('/')) rules.push({ pattern: line, fields: [] });
  }
  return rules;
}

export const HEADER_RULES = parseHeaders(
  readFileSync(new URL('../public/_headers', import.meta.url), 'utf8'),
);

/**
 * Headers of a response. As on the hosts, rules that overlap are joined.
 *
 * @param path within the site, without its base path
 */
export function headersFor(path: string): Headers {
  const headers = new Headers();
  for (const { pattern, fields } of HEADER_RULES) {
    const source = pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
    if (new RegExp(`^${source}$`).test(path))
      for (const [name, value] of fields) headers.append(name, value);
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', DEFAULT_CACHE_CONTROL);
  return headers;
}
