import { attributeOf, elementsOf } from '../build-tools/html.ts';
import { NOTICE_SCRIPT_ID } from '../lib/notices.ts';

/** Ends the first screen of a phone in the pages that have it. */
const PLACE = '<!--scripts-->';

/**
 * Moves a page's scripts to its `<!--scripts-->`; a page without the comment stays unchanged. Without this
 * step, scripts interrupt the parser in the header: Chromium then paints the header alone, and the text
 * later (docs/performance.md).
 */
export function scriptsBehindFirstScreen(html: string): string {
  if (!html.includes(PLACE)) return html;
  // This script must run before the first paint.
  const scripts = elementsOf(html)
    .filter((one) => one.tagName === 'script' && attributeOf(one, 'id') !== NOTICE_SCRIPT_ID)
    .map(({ sourceCodeLocation: at }) => html.slice(at?.startOffset, at?.endOffset));
  const rest = scripts.reduce((page, script) => page.replace(script, ''), html);
  return rest.replace(PLACE, () => scripts.join(''));
}
