/** What kinds of address a link in the content may have. */

export type LinkKind = 'internal' | 'external' | 'contact' | 'forbidden';

/** Any address will do: it only tells links that stay from links that leave. */
const HERE = 'https://here.invalid';

/** Programs that a link may hand over to. */
const CONTACT_SCHEMES = ['mailto:', 'tel:'];
const WEB_SCHEMES = ['https:', 'http:'];

/**
 * Sorts an address the way a browser reads it, so that `//evil.example`, `/\evil.example` and
 * `java\tscript:` do not pass for what they are not.
 */
export function kindOfLink(address: string): LinkKind {
  if (!URL.canParse(address, HERE)) return 'forbidden';
  const url = new URL(address, HERE);
  if (CONTACT_SCHEMES.includes(url.protocol)) return 'contact';
  if (!WEB_SCHEMES.includes(url.protocol)) return 'forbidden';
  if (url.origin !== HERE) return 'external';
  // A relative address means another page depending on where it stands.
  return address.startsWith('/') || address.startsWith('#') ? 'internal' : 'forbidden';
}

/** What a percent-encoded address says (RFC 3986), or undefined where a code stands for no letter. */
export function decoded(address: string): string | undefined {
  try {
    return decodeURIComponent(address);
  } catch {
    return undefined;
  }
}
