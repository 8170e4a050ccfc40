/** Decodes a percent-encoded URL (RFC 3986); returns malformed ones unchanged. */
export function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

interface BrokenLink {
  missing: 'page' | 'part';
  /** Decoded. */
  path: string;
  /** Decoded; empty where the link names no part of a page. */
  id: string;
}

/**
 * Follows a link within a site.
 *
 * @param pageUrl absolute URL of the page that holds the link
 * @param idsAt returns the IDs of the page at a decoded path, `'unknown'` for a file of any other kind,
 *   undefined where there is none
 * @returns undefined where the link leads somewhere, or to another site
 */
export function findBrokenLink(
  link: string,
  pageUrl: string,
  idsAt: (path: string) => readonly string[] | 'unknown' | undefined,
): BrokenLink | undefined {
  if (!URL.canParse(link, pageUrl)) return { missing: 'page', path: link, id: '' };
  const { origin, pathname, hash } = new URL(link, pageUrl);
  if (origin !== new URL(pageUrl).origin) return undefined;
  const [path, id] = [decode(pathname), decode(hash.slice(1))];
  const ids = idsAt(path);
  if (ids === undefined) return { missing: 'page', path, id };
  return id === '' || ids === 'unknown' || ids.includes(id)
    ? undefined
    : { missing: 'part', path, id };
}
