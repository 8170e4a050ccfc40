/**
 * Fits Astro's Content-Security-Policy to each built page. Astro lists the hashes of all scripts and
 * styles of the site, and hashes do not compress: a page keeps only its own. No hash is added for scripts, so
 * a script in the content stays forbidden.
 *
 * Without this step, each page is 0.7 KB longer, and the policy does not cover most of the head: Astro
 * writes it at the head's end.
 */
import { attributeOf, elementsOf, textOf, type Element } from '../../src/build-tools/html.ts';
import { cspHash, POLICY_META } from '../../src/lib/content-security-policy.ts';

function isInlineScript(element: Element): boolean {
  if (element.tagName !== 'script' || attributeOf(element, 'src') !== undefined) return false;
  // Structured data never runs, and needs no hash.
  return attributeOf(element, 'type') !== 'application/ld+json';
}

/**
 * @param html of a page as Astro built it
 * @param file that holds it, for messages
 * @returns the page with its own policy, before everything that the policy governs
 * @throws Error when the page holds something that its policy forbids, which browsers would ignore
 */
export function fitPolicy(html: string, file: string): string {
  const [meta, policy = ''] = POLICY_META.exec(html) ?? [];
  if (meta === undefined) throw new Error(`${file} carries no Content-Security-Policy.`);

  const elements = elementsOf(html);
  const scripts = elements.filter(isInlineScript).map(textOf);
  const styles = elements.filter(({ tagName }) => tagName === 'style').map(textOf);
  const forbidden = [
    ...[...scripts, ...styles].filter((text) => !policy.includes(cspHash(text))),
    ...elements.flatMap(({ tagName, attrs }) =>
      attrs
        .filter(({ name }) => name === 'style' || name.startsWith('on'))
        .map(({ name, value }) => `<${tagName} ${name}="${value}">`),
    ),
  ];
  if (forbidden.length > 0) {
    throw new Error(
      `${file} holds what its Content-Security-Policy forbids (docs/deploy.md, "Policy"): a script ` +
        `or style that Astro did not write.\n${forbidden.join('\n')}`,
    );
  }

  // One style element instead of several: one hash.
  const style = styles.join('');
  const kept = new Set<string>(scripts.map(cspHash));
  const fitted = policy
    .replace(/ '(sha256-[^']+)'/g, (token, hash: string) => (kept.has(hash) ? token : ''))
    .replace(/(style-src [^;]*)/, `$1 '${cspHash(style)}'`)
    // default-src covers fonts.
    .replace(/font-src 'self'; |;$/g, '');
  return styles
    .reduce((text, part) => text.replace(`<style>${part}</style>`, ''), html.replace(meta, ''))
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace('<meta charset="utf-8">', (first) => first + meta.replace(policy, () => fitted));
}
