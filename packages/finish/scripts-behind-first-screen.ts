import { attributeOf, elementsOf } from '@site/html/elements';

/**
 * Moves a page's scripts to the end of its first screen. A script with an ID stays: it has to run before the
 * first paint. Without this step, scripts interrupt the parser in the header: Chromium then paints the header
 * alone, and the text later (docs/performance.md).
 *
 * @param end of the first screen: a comment; a page without it stays unchanged
 */
export function scriptsBehindFirstScreen(html: string, end: string): string {
  if (!html.includes(end)) return html;
  const scripts = elementsOf(html)
    .filter((one) => one.tagName === 'script' && attributeOf(one, 'id') === undefined)
    .map(({ sourceCodeLocation: at }) => html.slice(at?.startOffset, at?.endOffset));
  const rest = scripts.reduce((page, script) => page.replace(script, ''), html);
  return rest.replace(end, () => scripts.join(''));
}
