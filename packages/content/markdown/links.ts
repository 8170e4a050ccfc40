type LinkKind = 'internal' | 'external' | 'contact' | 'forbidden';

/** A placeholder: links within the site resolve to this origin. */
export const SITE_ORIGIN = 'https://site.invalid';

/** Schemes that open other programs. */
const CONTACT_SCHEMES = ['mailto:', 'tel:', 'sms:'];
const WEB_SCHEMES = ['https:', 'http:'];

/** URLs and e-mail addresses without a scheme. */
const BARE_SITE = /^(?:www\.|[\w.-]+\.(?:com|br|net|org)(?=[/?#:]|$))/i;
const BARE_EMAIL = /^[^\s/:@]+@[^\s/:@]+$/;

/** Adds a missing scheme (`https://`, `mailto:`), and upgrades `http:` to `https:`. */
export function completeLink(link: string): string {
  if (BARE_EMAIL.test(link)) return `mailto:${link}`;
  return BARE_SITE.test(link) ? `https://${link}` : link.replace(/^http:/i, 'https:');
}

/** Links of mail programs and networks that wrap another, often with the e-mail address of whoever copied it. */
export const REDIRECT_WRAPPER =
  /https?:\/\/(?:[\w-]+\.safelinks\.protection\.outlook\.com\/|(?:www\.)?google\.[a-z.]+\/url|lm?\.(?:facebook|instagram|messenger|threads)\.(?:com|net)\/|l\.wl\.co\/|(?:www\.)?youtube\.com\/redirect|(?:www\.)?linkedin\.com\/(?:safety\/go|redir)|slack-redir\.net\/link)(?:[^\s<>"'()[\]\\|]|\\[()]|\([^\s()]*\))*(?<=[\w/=%)-])/gi;

/** The link that a {@link REDIRECT_WRAPPER} wraps, in characters that neither Markdown nor YAML takes for syntax. */
export function unwrapLink(wrapper: string): string {
  const query = URL.parse(
    wrapper.replaceAll('&amp;', '&').replace(/\\(?=[()])/g, ''),
  )?.searchParams;
  const targets = ['url', 'q', 'u'].flatMap((name) => URL.parse(query?.get(name) ?? '') ?? []);
  const target = targets.find(({ protocol }) => WEB_SCHEMES.includes(protocol));
  if (!target) return wrapper;
  const plain = target.href.replace(
    /['()|*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return plain.replace(REDIRECT_WRAPPER, unwrapLink);
}

/**
 * Classifies a URL as a browser reads it, so that `//evil.example`, `/\evil.example` and
 * `java\tscript:` do not pass for what they are not.
 */
export function kindOfLink(link: string): LinkKind {
  if (!URL.canParse(link, SITE_ORIGIN)) return 'forbidden';
  const url = new URL(link, SITE_ORIGIN);
  if (CONTACT_SCHEMES.includes(url.protocol)) return 'contact';
  if (!WEB_SCHEMES.includes(url.protocol)) return 'forbidden';
  if (url.origin !== SITE_ORIGIN) return 'external';
  // The target of a relative URL depends on the page.
  return link.startsWith('/') || link.startsWith('#') ? 'internal' : 'forbidden';
}

/** The URL that Astro deploys a site under. */
export function siteUrl(config: { site?: string | undefined; base: string }): string {
  return new URL(config.base, config.site ?? SITE_ORIGIN).href;
}

/**
 * The path of an absolute URL within the site, below its base; other links unchanged.
 *
 * @param home URL of the site, or only the path that it is deployed under
 */
export function ownPath(link: string, home: string): string {
  const url = URL.parse(completeLink(link));
  const { host, pathname } = new URL(home.replace(/\/?$/, '/'), SITE_ORIGIN);
  const isOwn = url?.host.replace('www.', '') === host.replace('www.', '');
  if (!url || !isOwn || !`${url.pathname}/`.startsWith(pathname)) return link;
  return `/${url.pathname.slice(pathname.length)}${url.search}${url.hash}`;
}
