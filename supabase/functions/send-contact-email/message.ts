import * as z from 'zod';

import {
  EMPTY_FIELD_ERRORS,
  FIELD_SUBJECTS,
  isBlank,
  lengthError,
  PHONE_ERROR,
  type ContactMessage,
  type FieldName,
} from '../_shared/contact-form.ts';
import { isPlausiblePhone } from '../_shared/phone.ts';

/** A sentence for the visitor about each invalid field. */
export type FieldErrors = Partial<Record<FieldName, string>>;

// Characters of the Unicode bidirectional algorithm (UAX #9). Phones wrap copied names and numbers in
// embeddings and isolates; nobody sees them, so nobody could delete them. The plain marks (U+200E, U+200F,
// U+061C) are allowed: Arabic and Hebrew need them, and they reorder nothing by themselves.
const BIDI_WRAPPERS = /[\u202A-\u202C\u2066-\u2069]/gu;
/** Around phones that are copied from a contact list. */
const DIRECTION_MARKS = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

// Word and Excel have line breaks of their own.
const LINE_BREAK = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;

// C0 and C1 controls, and bidi overrides, which disguise a text as another.
const FORBIDDEN = /[^\P{Cc}\n\t]|[\u202D\u202E]/u;

const QUOTED_CHARACTERS = 15;

/** Trims, normalizes to Unicode NFC (UAX #15) and LF, and removes characters that copying adds. */
function cleanField(raw: string, isMultiLine: boolean): string {
  const text = raw.toWellFormed().normalize('NFC').replace(BIDI_WRAPPERS, '');
  return isMultiLine
    ? text.replace(LINE_BREAK, '\n').trim()
    : text.replace(LINE_BREAK, ' ').replaceAll('\t', ' ').trim();
}

/** A sentence for the visitor if a field's text is invalid. */
function findError(name: FieldName, text: string): string | undefined {
  if (isBlank(text)) return EMPTY_FIELD_ERRORS[name];
  const index = text.search(FORBIDDEN);
  if (index < 0) return lengthError(name, text);
  const before = [...text.slice(0, index)].slice(-QUOTED_CHARACTERS).join('').trim();
  const place = before === '' ? 'no começo' : `logo depois de “${before}”`;
  return `${FIELD_SUBJECTS[name]} tem um caractere invisível ${place}. Apague esse trecho e digite de novo.`;
}

function field(name: FieldName, isMultiLine = false) {
  return z.string({ error: EMPTY_FIELD_ERRORS[name] }).transform((raw, context) => {
    const text = cleanField(name === 'phone' ? raw.replace(DIRECTION_MARKS, '') : raw, isMultiLine);
    const message = findError(name, text);
    if (message === undefined) return text;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

// What it says refuses nobody. It is shown in the mail: one short line.
const address = z
  .string()
  .transform((raw) =>
    cleanField(raw, false)
      .replace(/\p{Cc}|[\u202D\u202E]/gu, '')
      .slice(0, 320),
  )
  .catch('');

// Unknown fields are ignored: site and function are deployed one after the other.
const schema = z.object({
  name: field('name'),
  phone: field('phone').refine(isPlausiblePhone, { error: PHONE_ERROR }),
  message: field('message', true),
  toEmail: address,
  fromEmail: address,
});

/** Checks and cleans a submission. */
export function parseMessage(
  input: unknown,
): { ok: true; message: ContactMessage } | { ok: false; errors: FieldErrors } {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, message: parsed.data };

  const errors: FieldErrors = {};
  const { fieldErrors } = z.flattenError(parsed.error);
  for (const name of ['name', 'phone', 'message'] as const) {
    const message = fieldErrors[name]?.[0];
    if (message !== undefined) errors[name] = message;
  }
  return { ok: false, errors };
}

/** Messages with this many points are marked as suspect, never dropped: a person reads the mailbox. */
const SUSPECT_POINTS = 2;

const LINK_START = String.raw`https?:\/\/|www\.`;
const LABELS = String.raw`(?:[\p{L}\p{N}-]{1,63}\.)+`;
/** Lower case: amounts have digits, and a capital after a full stop begins a name (Sta.Rita/SC). */
const TOP_LEVEL_DOMAIN = String.raw`[\p{Ll}\p{Lo}]{2,63}`;
/** With a path, as in mass mailings: visitors mention sites (minhaloja.com.br), addresses and files (Node.js). */
const DOMAIN_WITH_PATH = String.raw`(?<![\p{L}\p{N}@.-])${LABELS}${TOP_LEVEL_DOMAIN}(?::\d{1,5})?\/`;
const REST = String.raw`(?:(?!https?:\/\/)[^\s,;|<>"])*`;
const LINK = new RegExp(`(?:${LINK_START}|${DOMAIN_WITH_PATH})${REST}`, 'gu');
const LINK_MARKUP = /<a\s|\[url[=\]]|\[link[=\]]/i;
const FOREIGN_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/gu;

interface SpamSignals {
  /** The form's hidden field was filled in. */
  isHoneypotFilled: boolean;
  /** Browsers always send Origin when posting; some privacy settings send `null`. */
  isOriginMissing: boolean;
}

/** Whether the signs of spam in a message add up. */
export function isSuspect(
  { name, phone, message }: ContactMessage,
  { isHoneypotFilled, isOriginMissing }: SpamSignals,
): boolean {
  if (isHoneypotFilled || LINK_MARKUP.test(message)) return true;
  // Neither a name nor a phone needs a link.
  if (countLinks(name) + countLinks(phone) > 0) return true;
  const links = countLinks(message);
  // The site is in Portuguese: in these scripts, mass mailings outnumber people.
  const foreign = message.match(FOREIGN_SCRIPT)?.length ?? 0;
  const points =
    Number(isOriginMissing) +
    (links >= 3 ? SUSPECT_POINTS : Math.min(links, 1)) +
    Number(foreign > Array.from(message).length / 3);
  return points >= SUSPECT_POINTS;
}

function countLinks(text: string): number {
  const comparable = text.replace(new RegExp(LINK_START, 'gi'), (start) => start.toLowerCase());
  return comparable.match(LINK)?.length ?? 0;
}
