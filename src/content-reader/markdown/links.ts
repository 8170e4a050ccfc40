/** What links may lead to. */

type LinkKind = 'internal' | 'external' | 'contact' | 'forbidden';

/** Placeholder that tells links within the site from links to others. */
export const SITE_ORIGIN = 'https://site.invalid';

/** Programs that a link may hand over to. */
const CONTACT_SCHEMES = ['mailto:', 'tel:', 'sms:'];
const WEB_SCHEMES = ['https:', 'http:'];

/** Another site or a mailbox as people write it: without the scheme. */
const BARE_SITE = /^(?:www\.|[\w.-]+\.(?:com|br|net|org)(?=[/?#:]|$))/i;
const BARE_EMAIL = /^[^\s/:@]+@[^\s/:@]+$/;

/** The URL with what people leave out (`https://`, `mailto:`), and `https:` for `http:`. */
export function completeLink(link: string): string {
  if (BARE_EMAIL.test(link)) return `mailto:${link}`;
  return BARE_SITE.test(link) ? `https://${link}` : link.replace(/^http:/i, 'https:');
}

/**
 * Sorts a URL the way a browser reads it, so that `//evil.example`, `/\evil.example` and
 * `java\tscript:` do not pass for what they are not.
 */
export function kindOfLink(link: string): LinkKind {
  if (!URL.canParse(link, SITE_ORIGIN)) return 'forbidden';
  const url = new URL(link, SITE_ORIGIN);
  if (CONTACT_SCHEMES.includes(url.protocol)) return 'contact';
  if (!WEB_SCHEMES.includes(url.protocol)) return 'forbidden';
  if (url.origin !== SITE_ORIGIN) return 'external';
  // A relative URL means another page depending on where it stands.
  return link.startsWith('/') || link.startsWith('#') ? 'internal' : 'forbidden';
}
