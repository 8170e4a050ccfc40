/** What links may lead to, and where they lead. */

export type LinkKind = 'internal' | 'external' | 'contact' | 'forbidden';

/** Any host will do: it only tells links that stay from links that leave. */
const HERE = 'https://here.invalid';

/** Programs that a link may hand over to. */
const CONTACT_SCHEMES = ['mailto:', 'tel:', 'sms:'];
const WEB_SCHEMES = ['https:', 'http:'];

/** Another site or a mailbox as people write it: without what a browser adds. */
const BARE_SITE = /^(?:www\.|[\w.-]+\.(?:com|br|net|org)(?=[/?#:]|$))/i;
const BARE_EMAIL = /^[^\s/:@]+@[^\s/:@]+$/;

/** The URL with what people leave out: `https://`, `mailto:`. */
export function completeLink(link: string): string {
  if (BARE_EMAIL.test(link)) return `mailto:${link}`;
  return BARE_SITE.test(link) ? `https://${link}` : link;
}

/**
 * Sorts a URL the way a browser reads it, so that `//evil.example`, `/\evil.example` and
 * `java\tscript:` do not pass for what they are not.
 */
export function kindOfLink(link: string): LinkKind {
  if (!URL.canParse(link, HERE)) return 'forbidden';
  const url = new URL(link, HERE);
  if (CONTACT_SCHEMES.includes(url.protocol)) return 'contact';
  if (!WEB_SCHEMES.includes(url.protocol)) return 'forbidden';
  if (url.origin !== HERE) return 'external';
  // A relative URL means another page depending on where it stands.
  return link.startsWith('/') || link.startsWith('#') ? 'internal' : 'forbidden';
}

/** What a percent-encoded URL says (RFC 3986), or the URL itself where a code stands for no letter. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

export interface Destination {
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
