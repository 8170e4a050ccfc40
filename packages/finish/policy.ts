/** What a page loads and runs, and what of it its Content-Security-Policy forbids. */
import { attributeOf, textOf, type Element } from '@site/html/elements';
import { policyHash } from '@site/html/policy-hash';

/** Sources by directive, in the order of the policy. */
export type Policy = Map<string, string[]>;

/** Attributes whose URLs a browser loads or sends to, by tag and `rel`, each with its directive. */
const LOADS: Record<string, Record<string, string>> = {
  script: { src: 'script-src' },
  'link modulepreload': { href: 'script-src' },
  'link stylesheet': { href: 'style-src' },
  'link icon': { href: 'img-src' },
  img: { src: 'img-src', srcset: 'img-src' },
  source: { src: 'media-src', srcset: 'img-src' },
  video: { src: 'media-src', poster: 'img-src' },
  audio: { src: 'media-src' },
  iframe: { src: 'frame-src' },
  embed: { src: 'object-src' },
  object: { data: 'object-src' },
  form: { action: 'form-action' },
};

/** An address of another host in a style, after what tells its kind. */
const STYLE_URL =
  /(@import\s*|@font-face\s*\{[^}]*?)?(?:url\(\s*["']?|(?<=@import\s*)["'])((?:https?:)?\/\/[^"')\s]+)/g;

/** Hash source of an inline script or style. */
export const hashOf = (text: string): string => `'${policyHash(text)}'`;

export function isPolicy(element: Element): boolean {
  return attributeOf(element, 'http-equiv')?.toLowerCase() === 'content-security-policy';
}

export function isInlineScript(element: Element): boolean {
  if (element.tagName !== 'script' || attributeOf(element, 'src') !== undefined) return false;
  // Structured data never runs, and needs no hash.
  return attributeOf(element, 'type') !== 'application/ld+json';
}

/** The policy of a page; empty if it has none. */
export function policyOf(elements: Element[]): Policy {
  const meta = elements.find(isPolicy);
  const text = (meta && attributeOf(meta, 'content')) ?? '';
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(
    directives.flatMap(([name = '', ...sources]) => (name === '' ? [] : [[name, sources]])),
  );
}

function loadedBy(element: Element): [directive: string, url: string][] {
  const { tagName } = element;
  if (tagName === 'style') {
    return Array.from(textOf(element).matchAll(STYLE_URL), ([, before = '', url = '']) => {
      const kind = before.startsWith('@import') ? 'style-src' : 'img-src';
      return [before.startsWith('@font-face') ? 'font-src' : kind, url];
    });
  }
  const tag = tagName === 'link' ? `link ${attributeOf(element, 'rel') ?? ''}` : tagName;
  return Object.entries(LOADS[tag] ?? {}).flatMap(([attribute, directive]) => {
    const value = attributeOf(element, attribute)?.trim() ?? '';
    const urls = attribute === 'srcset' ? value.split(/,\s+/) : [value];
    return urls.map((url): [string, string] => [directive, url.replace(/\s.*/s, '')]);
  });
}

/** True if a source of a directive, such as `https://*.example.com`, covers the URL. */
function isAllowed(url: URL, sources: string[]): boolean {
  return sources.some((source) => {
    if (source === url.protocol) return true;
    const pattern = RegExp.escape(source).replace(String.raw`\*`, '[^/]+');
    return new RegExp(`^${pattern}(?:[/?#]|(?<=/)|$)`).test(url.href);
  });
}

/**
 * Code and addresses of a page that its policy forbids, each after its directive: browsers would ignore them.
 *
 * @param elements of the page, whose canonical link names its own site
 */
export function findForbidden(elements: Element[], policy = policyOf(elements)): string[] {
  const canonical = elements.find((element) => attributeOf(element, 'rel') === 'canonical');
  const page = (canonical && attributeOf(canonical, 'href')) ?? 'https://page.invalid/';
  const sourcesOf = (directive: string): string[] | undefined =>
    policy.get(directive) ?? (directive === 'form-action' ? undefined : policy.get('default-src'));
  return elements.flatMap((element) => {
    const { tagName, attrs } = element;
    const directive = tagName === 'style' ? 'style-src' : 'script-src';
    const isCode = tagName === 'style' || isInlineScript(element);
    const isUnlisted = isCode && !policy.get(directive)?.includes(hashOf(textOf(element)));
    const attributes = attrs
      .filter(({ name }) => name === 'style' || name.startsWith('on'))
      .map(
        ({ name, value }) =>
          `${name === 'style' ? name : 'script'}-src: <${tagName} ${name}="${value}">`,
      );
    const addresses = loadedBy(element).flatMap(([name, address]) => {
      const sources = sourcesOf(name);
      if (sources === undefined || !URL.canParse(address, page)) return [];
      const url = new URL(address, page);
      if (url.origin === new URL(page).origin && sources.includes("'self'")) return [];
      return isAllowed(url, sources) ? [] : [`${name} ${url.origin}: <${tagName}> ${address}`];
    });
    return [
      ...(isUnlisted ? [`${directive}: ${textOf(element)}`] : []),
      ...attributes,
      ...addresses,
    ];
  });
}
