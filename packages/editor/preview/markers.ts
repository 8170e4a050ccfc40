/**
 * Maps each text of the preview to its field. While the pages render, each text ends in a marker: a character
 * that identifies its field. Before the page shows, the marker becomes an attribute of the element around the
 * text. Components know nothing of markers.
 */
import { z } from 'zod';

/** Private-use characters, two planes of Unicode. No text contains them. */
const FIRST = 0xf0000;
const LAST = 0x10ffff;
const MARKER = /[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;
const TEXT_WITH_MARKER = /([^\uDB80-\uDBFF]*)[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;
/** The same within a URL. */
const ENCODED = /%F(?:3%B|4%8).%..%../g;
/** A quick test before the others: every keystroke searches a list of a hundred plans. */
const MAY_HOLD_MARKER = /[\uDB80-\uDBFF]|%F[34]%/;

/** Fields such as `plans/tecnologia/list.features.0`, and the index of each. */
const fields: string[] = [];
const indexes = new Map<string, number>();

export function marker(field: string): string {
  const index = indexes.get(field) ?? fields.push(field) - 1;
  indexes.set(field, index);
  return FIRST + index <= LAST ? String.fromCodePoint(FIRST + index) : '';
}

function fieldsIn(text: string): string[] {
  const found = text.replace(ENCODED, decodeURIComponent).match(MARKER) ?? [];
  return found.map((character) => fields[(character.codePointAt(0) ?? 0) - FIRST] ?? '');
}

function withoutMarkers(text: string): string {
  return text.replace(ENCODED, '').replace(MARKER, '');
}

/**
 * Returns nested data with a marker after each text and each picture's URL. Skips dates, with which pages
 * calculate; numbers and booleans are never shown as such.
 *
 * @param entryKey that the data belongs to, such as `plans/tecnologia`
 */
export function withMarkers(value: unknown, entryKey: string, path: string[] = []): unknown {
  if (typeof value === 'string') {
    const isPlain = value === '' || z.iso.date().safeParse(value).success;
    return isPlain ? value : value + marker(`${entryKey}/${path.join('.')}`);
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('src' in value && 'format' in value)
    return { ...value, src: withMarkers(value.src, entryKey, path) };
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, withMarkers(inner, entryKey, [...path, key])] as const,
  );
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Wraps each part of a text, up to a marker, in an element of its own. */
function separate(text: Text): void {
  const pieces = Array.from(text.data.matchAll(TEXT_WITH_MARKER), ([whole, words = '']) => {
    const piece = document.createElement('span');
    piece.textContent = words;
    piece.dataset['field'] = fieldsIn(whole).join(' ');
    return piece;
  });
  text.replaceWith(...pieces, text.data.replace(TEXT_WITH_MARKER, ''));
}

/**
 * Turns the markers of a page into `data-field` attributes: the fields of an element's text first, then those
 * of its attributes. If an element has several texts, each gets an element of its own.
 */
export function resolveMarkers(page: Document): void {
  // Drawings contain no texts, and are most of the elements in a long list.
  for (const element of page.querySelectorAll<HTMLElement | SVGElement>(':not(svg *)')) {
    const texts = Array.from(element.childNodes).filter(
      (node): node is Text =>
        node.nodeType === Node.TEXT_NODE && MAY_HOLD_MARKER.test((node as Text).data),
    );
    const held = texts.flatMap(({ data }) => fieldsIn(data));
    if (held.length > 1) {
      texts.forEach(separate);
      held.length = 0;
    }
    for (const text of texts) text.data = withoutMarkers(text.data);
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? '';
      if (!MAY_HOLD_MARKER.test(value)) continue;
      // An island's props repeat what its elements say.
      if (name !== 'props') held.push(...fieldsIn(value));
      element.setAttribute(name, withoutMarkers(value));
    }
    if (held.length > 0) element.dataset['field'] = [...new Set(held)].join(' ');
  }
}

/**
 * The elements that show a field: as text, or else in an attribute, or else beside it in the same list item.
 */
export function elementsShowing(page: Document, field: string): (HTMLElement | SVGElement)[] {
  const [item = field] = /^.*\.\d+\./.exec(field) ?? [];
  const selectors = [
    `[data-field="${field}"], [data-field^="${field} "]`,
    `[data-field~="${field}"]`,
    `[data-field^="${item}"]`,
  ];
  const found = selectors.map((selector) =>
    page.querySelectorAll<HTMLElement | SVGElement>(selector),
  );
  return Array.from(found.find(({ length }) => length > 0) ?? []);
}
