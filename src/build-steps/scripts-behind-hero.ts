import { attributeOf, elementsOf } from '../build-tools/html.ts';
import { NOTICE_SCRIPT_ID } from '../lib/notices.ts';
import { HOME_IDS } from '../lib/page-parts.ts';

const NEXT_SECTION = new RegExp(`<section id="${HOME_IDS.about}".*?>`);

/**
 * Moves the home page's scripts behind its hero; other pages stay unchanged. Chromium may paint where a
 * script interrupts its parser. Without this step, the hero appears later (docs/performance.md).
 */
export function scriptsBehindHero(html: string): string {
  if (!NEXT_SECTION.test(html)) return html;
  // This script must run before the first paint.
  const scripts = elementsOf(html)
    .filter((one) => one.tagName === 'script' && attributeOf(one, 'id') !== NOTICE_SCRIPT_ID)
    .map(({ sourceCodeLocation: at }) => html.slice(at?.startOffset, at?.endOffset));
  const rest = scripts.reduce((page, script) => page.replace(script, ''), html);
  return rest.replace(NEXT_SECTION, (tag) => tag + scripts.join(''));
}
