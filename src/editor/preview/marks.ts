/**
 * Which field of which item a text of the preview comes from: while the pages render, each text ends
 * in a character that stands for its field. Before anybody sees the page, that becomes an attribute
 * of the element around the text. No component knows of it.
 */
import { z } from 'zod';

/** Characters for private use, two planes of Unicode full. No text has them. */
const FIRST = 0xf0000;
const LAST = 0x10ffff;
const MARK = /[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;
const TEXT_WITH_MARK = /([^\uDB80-\uDBFF]*)[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;
/** The same within a URL. */
const ENCODED = /%F(?:3%B|4%8).%..%../g;
/** Quick to say that there is none: a list of a hundred plans is searched at every key stroke. */
const MAY_HOLD_MARK = /[\uDB80-\uDBFF]|%F[34]%/;

/** Fields such as `plans/tecnologia/list.features.0`, and the place of each. */
const fields: string[] = [];
const places = new Map<string, number>();

export function mark(field: string): string {
  const place = places.get(field) ?? fields.push(field) - 1;
  places.set(field, place);
  return FIRST + place <= LAST ? String.fromCodePoint(FIRST + place) : '';
}

function fieldsIn(text: string): string[] {
  const found = text.replace(ENCODED, decodeURIComponent).match(MARK) ?? [];
  return found.map((character) => fields[(character.codePointAt(0) ?? 0) - FIRST] ?? '');
}

/** A text, or a whole page of HTML, as it is without this module. */
export function unmarked(text: string): string {
  return text.replace(ENCODED, '').replace(MARK, '');
}

/**
 * Nested data with a mark behind each text and each picture's URL. Pages reckon with days; numbers
 * and switches never show as they are.
 *
 * @param item that the data belong to, such as `plans/tecnologia`
 */
export function withMarks(value: unknown, item: string, path: string[] = []): unknown {
  if (typeof value === 'string') {
    const isBare = value === '' || z.iso.date().safeParse(value).success;
    return isBare ? value : value + mark(`${item}/${path.join('.')}`);
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('src' in value && 'format' in value)
    return { ...value, src: withMarks(value.src, item, path) };
  const marked = Object.entries(value).map(
    ([key, inner]) => [key, withMarks(inner, item, [...path, key])] as const,
  );
  return Array.isArray(value) ? marked.map(([, inner]) => inner) : Object.fromEntries(marked);
}

/** Puts each marked piece of a text into an element of its own. */
function separate(text: Text): void {
  const pieces = Array.from(text.data.matchAll(TEXT_WITH_MARK), ([whole, words = '']) => {
    const piece = document.createElement('span');
    piece.textContent = words;
    piece.dataset['field'] = fieldsIn(whole).join(' ');
    return piece;
  });
  text.replaceWith(...pieces, text.data.replace(TEXT_WITH_MARK, ''));
}

/**
 * Turns the marks of a page into `data-field` attributes: what an element says comes first, then what
 * its attributes hold. Only where an element says several things, each gets an element of its own.
 */
export function settleMarks(page: Document): void {
  // Drawings hold no texts, and are most of the elements in a long list.
  for (const element of page.querySelectorAll<HTMLElement | SVGElement>(':not(svg *)')) {
    const texts = Array.from(element.childNodes).filter(
      (node): node is Text =>
        node.nodeType === Node.TEXT_NODE && MAY_HOLD_MARK.test((node as Text).data),
    );
    const held = texts.flatMap(({ data }) => fieldsIn(data));
    if (held.length > 1) {
      texts.forEach(separate);
      held.length = 0;
    }
    for (const text of texts) text.data = unmarked(text.data);
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? '';
      if (!MAY_HOLD_MARK.test(value)) continue;
      // An island's props hold what its elements say.
      if (name !== 'props') held.push(...fieldsIn(value));
      element.setAttribute(name, unmarked(value));
    }
    if (held.length > 0) element.dataset['field'] = [...new Set(held)].join(' ');
  }
}

/**
 * The elements that show a field: those that say it, or else hold it in an attribute, or else show
 * what stands beside it in its item of a list.
 */
export function elementsOf(page: Document, field: string): (HTMLElement | SVGElement)[] {
  const [item = field] = /^.*\.\d+\./.exec(field) ?? [];
  const ways = [
    `[data-field="${field}"], [data-field^="${field} "]`,
    `[data-field~="${field}"]`,
    `[data-field^="${item}"]`,
  ];
  const found = ways.map((way) => page.querySelectorAll<HTMLElement | SVGElement>(way));
  return Array.from(found.find(({ length }) => length > 0) ?? []);
}
