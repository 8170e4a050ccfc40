/** Any host will do: it only tells links that stay from links that leave. */
const HERE = 'https://here.invalid';

/** What a percent-encoded URL says (RFC 3986), or the URL itself where a code stands for no letter. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

interface Destination {
  /** `outside` is another site. */
  result: 'found' | 'outside' | 'missing' | 'missing-part' | 'invalid';
  /** Decoded. */
  path: string;
  /** Decoded; empty where the link names no part of a page. */
  id: string;
}

/**
 * Follows a link within a site.
 *
 * @param here path of the page that it stands on
 * @param idsAt the ids of the page at a decoded path, `'anything'` where nobody knows them, undefined
 *   where there is nothing
 */
export function followLink(
  link: string,
  here: string,
  idsAt: (path: string) => readonly string[] | 'anything' | undefined,
): Destination {
  if (!URL.canParse(link, HERE + here)) return { result: 'invalid', path: '', id: '' };
  const { origin, pathname, hash } = new URL(link, HERE + here);
  const path = decode(pathname);
  const id = decode(hash.slice(1));
  const ids = origin === HERE ? idsAt(path) : 'anything';
  const isThere = id === '' || ids === 'anything' || ids?.includes(id) === true;
  const found = isThere ? 'found' : 'missing-part';
  return { result: origin !== HERE ? 'outside' : ids ? found : 'missing', path, id };
}
