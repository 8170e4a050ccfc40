// Characters of the Unicode bidirectional algorithm (UAX #9). Phones wrap copied names and numbers in
// embeddings and isolates; nobody sees them, so nobody could delete them. The plain marks (U+200E, U+200F,
// U+061C) are allowed: Arabic and Hebrew need them, and they reorder nothing by themselves.
const BIDI_WRAPPERS = /[\u202A-\u202C\u2066-\u2069]/gu;

// C0 and C1 controls, and bidi overrides, which disguise a text as another.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;
const FORBIDDEN_IN_LINES = /[^\P{Cc}\n\t]|[\u202D\u202E]/u;

const QUOTED_CHARACTERS = 15;

/** Trims, normalizes to Unicode NFC (UAX #15) and LF, and removes characters that copying adds. */
export function cleanField(raw: string, isMultiLine: boolean): string {
  const text = raw.toWellFormed().normalize('NFC').replace(BIDI_WRAPPERS, '');
  // A cell copied from a spreadsheet brings a tab.
  const normalized = isMultiLine
    ? text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
    : text.replaceAll('\t', ' ');
  return normalized.trim();
}

/** The text right before the first forbidden character; undefined if there is none. */
export function textBeforeForbidden(text: string, isMultiLine: boolean): string | undefined {
  const index = text.search(isMultiLine ? FORBIDDEN_IN_LINES : FORBIDDEN);
  if (index < 0) return undefined;
  return [...text.slice(0, index)].slice(-QUOTED_CHARACTERS).join('').trim();
}

/** Removes the invisible characters around phones that are copied from a contact list. */
export function stripDirectionMarks(text: string): string {
  return text.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}
