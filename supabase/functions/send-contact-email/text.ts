// Of the Unicode bidirectional algorithm (UAX #9). Overrides make a text read differently from what it
// is. Embeddings and isolates are what phones wrap around names and numbers that are copied: nobody
// sees them, so nobody could take them out. The plain marks (U+200E, U+200F, U+061C) stay allowed:
// Arabic and Hebrew need them, and they reorder nothing by themselves.
const BIDI_WRAPPERS = /[\u202A-\u202C\u2066-\u2069]/gu;

// C0 and C1 controls, and bidi overrides.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;
const FORBIDDEN_IN_LINES = /[^\P{Cc}\n\t]|[\u202D\u202E]/u;

const SHOWN_BEFORE_PROBLEM_CHARACTERS = 15;

/**
 * Trims, brings to Unicode NFC (UAX #15) and line ends to LF, and takes out what copying brings along.
 */
export function cleanText(raw: string, isMultiLine: boolean): string {
  const text = raw.toWellFormed().normalize('NFC').replace(BIDI_WRAPPERS, '');
  // A tab comes along with the cell of a spreadsheet.
  const oneKind = isMultiLine
    ? text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
    : text.replaceAll('\t', ' ');
  return oneKind.trim();
}

/** What stands right before the first character that a text may not hold; undefined without one. */
export function textBeforeForbidden(text: string, isMultiLine: boolean): string | undefined {
  const index = text.search(isMultiLine ? FORBIDDEN_IN_LINES : FORBIDDEN);
  if (index < 0) return undefined;
  return [...text.slice(0, index)].slice(-SHOWN_BEFORE_PROBLEM_CHARACTERS).join('').trim();
}

/** Phones copied from a contact list arrive wrapped in bidi marks nobody sees; they mean nothing there. */
export function stripDirectionMarks(text: string): string {
  return text.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}
