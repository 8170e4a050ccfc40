/** Looks for programs in drawings: each is served at an address of its own, next to the editor's. */
import { attributeOf, elementsOf, type Element } from '../lib/html.ts';

/** Elements that run something, or that bring in documents which may. */
const ACTIVE_ELEMENTS = /^(?:.*:)?(?:script|handler|foreignobject|iframe|embed|object)$/i;

/** Addresses that are programs, whatever blanks are strewn in; animations can put them into links too. */
const PROGRAM_ADDRESS = /j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/** Style sheets that rewrite a document, and entities, behind which anything can hide (XML 1.0). */
const REWRITING = /<\?xml-stylesheet|<!ENTITY/i;

function isActive(element: Element): boolean {
  return (
    ACTIVE_ELEMENTS.test(element.tagName) ||
    element.attrs.some(({ name, value }) => /^on/i.test(name) || PROGRAM_ADDRESS.test(value)) ||
    attributeOf(element, 'href')?.trimStart().toLowerCase().startsWith('data:text') === true
  );
}

/**
 * Whether a drawing would run a program once somebody opens it by its address, where it shares the
 * site's origin with the content editor.
 *
 * @see https://www.w3.org/TR/SVG2/interact.html#ScriptElement
 */
export function holdsProgram(svg: string): boolean {
  return REWRITING.test(svg) || elementsOf(svg, { withTemplates: true }).some(isActive);
}
