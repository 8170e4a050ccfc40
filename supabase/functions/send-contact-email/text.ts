import { isBlank } from '../_shared/contact-form.ts';

/** Why a text cannot be taken, for the field's own sentence. */
export type TextProblem =
  | { kind: 'empty' }
  | { kind: 'too_long'; maxCharacters: number }
  | { kind: 'invisible'; before: string };

export type CleanText = { ok: true; text: string } | { ok: false; problem: TextProblem };

// C0 and C1 controls. Line feeds and tabs are let through by the multi-line pattern.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_BUT_LINES_AND_TABS = /[^\P{Cc}\n\t]/u;
// Of the Unicode bidirectional algorithm (UAX #9). Overrides make a text read differently from what it
// is. Embeddings and isolates are what phones wrap around names and numbers that are copied: nobody
// sees them, so nobody could take them out. The plain marks (U+200E, U+200F, U+061C) stay allowed:
// Arabic and Hebrew need them, and they reorder nothing by themselves.
const BIDI_OVERRIDES = /[\u202D\u202E]/u;
const BIDI_WRAPPERS = /[\u202A-\u202C\u2066-\u2069]/gu;

const SHOWN_BEFORE_PROBLEM_CHARACTERS = 15;

/**
 * Trims, brings to Unicode NFC (UAX #15) and line ends to LF, takes out what copying brings along, and
 * checks length and characters.
 */
export function cleanText(
  raw: string,
  rules: { maxCharacters: number; isMultiLine: boolean },
): CleanText {
  let text = raw.toWellFormed().normalize('NFC').replace(BIDI_WRAPPERS, '');
  // A tab comes along with the cell of a spreadsheet.
  text = rules.isMultiLine
    ? text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
    : text.replaceAll('\t', ' ');
  text = text.trim();
  if (isBlank(text)) return { ok: false, problem: { kind: 'empty' } };

  const controls = rules.isMultiLine ? CONTROLS_BUT_LINES_AND_TABS : CONTROLS;
  const index = firstIndex(text.search(controls), text.search(BIDI_OVERRIDES));
  if (index >= 0) {
    const before = [...text.slice(0, index)].slice(-SHOWN_BEFORE_PROBLEM_CHARACTERS).join('');
    return { ok: false, problem: { kind: 'invisible', before: before.trim() } };
  }
  // Counted in code points, as PostgreSQL's char_length does: an emoji is not two characters.
  if ([...text].length > rules.maxCharacters) {
    return { ok: false, problem: { kind: 'too_long', maxCharacters: rules.maxCharacters } };
  }
  return { ok: true, text };
}

function firstIndex(...indexes: number[]): number {
  const found = indexes.filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Phones copied from a contact list arrive wrapped in bidi marks nobody sees; they mean nothing there. */
export function stripDirectionMarks(text: string): string {
  return text.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}
