import { attributeOf, elementsOf } from '../../src/build-tools/html.ts';
import { NOTICE_SCRIPT_ID } from '../../src/lib/notices.ts';
import { FIRST_SCREEN_END } from '../../src/lib/page-parts.ts';

/**
 * Moves a page's scripts to its `FirstScreenEnd`; a page without one stays unchanged. Without this step,
 * scripts interrupt the parser in the header: Chromium then paints the header alone, and the text later
 * (docs/performance.md).
 */
export function scriptsBehindFirstScreen(html: string): string {
  if (!html.includes(FIRST_SCREEN_END)) return html;
  // This script must run before the first paint.
  const scripts = elementsOf(html)
    .filter((one) => one.tagName === 'script' && attributeOf(one, 'id') !== NOTICE_SCRIPT_ID)
    .map(({ sourceCodeLocation: at }) => html.slice(at?.startOffset, at?.endOffset));
  const rest = scripts.reduce((page, script) => page.replace(script, ''), html);
  return rest.replace(FIRST_SCREEN_END, () => scripts.join(''));
}
