/**
 * Fits Astro's Content-Security-Policy to each built page. Astro lists the hashes of all scripts and
 * styles of the site, and hashes do not compress: a page keeps only its own. No hash is added for scripts, so
 * a script in the content stays forbidden.
 *
 * Without this step, each page is 0.7 KB longer, and the policy does not cover most of the head: Astro
 * writes it at the head's end.
 */
import { attributeOf, elementsOf, textOf, type Element } from '@site/html/elements';
import {
  findForbidden,
  hashOf,
  isInlineScript,
  isPolicy,
  policyOf,
  type Policy,
} from './policy.ts';

/** The policy of one page, which has these inline scripts and a single style. */
function fittedPolicy(policy: Policy, scripts: string[], style: string): string {
  const hashes = new Set(scripts.map(hashOf));
  const isNeeded = (source: string) => !source.startsWith("'sha256-") || hashes.has(source);
  return (
    Array.from(policy)
      // default-src covers fonts.
      .filter(([name, sources]) => name !== 'font-src' || sources.join(' ') !== "'self'")
      .map(([name, sources]) => {
        const own = name === 'style-src' ? [hashOf(style)] : [];
        return [name, ...sources.filter(isNeeded), ...own].join(' ');
      })
      .join(';')
  );
}

/** Start and end of an element in the text that it was parsed from. */
function placeOf({ tagName, sourceCodeLocation }: Element): [start: number, end: number] {
  if (sourceCodeLocation) return [sourceCodeLocation.startOffset, sourceCodeLocation.endOffset];
  throw new Error(`<${tagName}> is not written in the page.`);
}

/**
 * @param html of a page as Astro built it
 * @param file that holds it, for messages
 * @returns the page with its own policy, before everything that the policy governs
 * @throws Error when the page has no policy, or holds something that its policy forbids
 */
export function fitPolicy(html: string, file: string): string {
  const elements = elementsOf(html);
  const head = elements.find(({ tagName }) => tagName === 'head')?.sourceCodeLocation;
  const meta = elements.find(isPolicy);
  if (!head?.startTag || !head.endTag || !meta) {
    throw new Error(`${file} carries no Content-Security-Policy.`);
  }
  const policy = policyOf(elements);
  const forbidden = findForbidden(elements);
  if (forbidden.length > 0) {
    throw new Error(
      `${file} holds what its Content-Security-Policy forbids (docs/deploy.md, "Policy"), ` +
        `by directive:\n${forbidden.join('\n')}`,
    );
  }

  const styles = elements.filter(({ tagName }) => tagName === 'style');
  // One style element instead of several: one hash.
  const style = styles.map(textOf).join('');
  const own = fittedPolicy(policy, elements.filter(isInlineScript).map(textOf), style);
  // Browsers look for the encoding in the first 1,024 bytes.
  const charset = elements.find(
    (element) => element.tagName === 'meta' && attributeOf(element, 'charset') !== undefined,
  );
  const policyAt = charset ? placeOf(charset)[1] : head.startTag.endOffset;
  const edits: [start: number, end: number, text: string][] = [
    ...[meta, ...styles].map((element): [number, number, string] => [...placeOf(element), '']),
    [policyAt, policyAt, `<meta http-equiv="content-security-policy" content="${own}">`],
    [head.endTag.startOffset, head.endTag.startOffset, `<style>${style}</style>`],
  ];
  let fitted = '';
  let copied = 0;
  for (const [start, end, text] of edits.sort(([a], [b]) => a - b)) {
    fitted += html.slice(copied, start) + text;
    copied = end;
  }
  return fitted + html.slice(copied);
}
