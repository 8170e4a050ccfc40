import * as z from 'zod';

import {
  EMPTY_FIELD_ERRORS,
  fieldError,
  PHONE_ERROR,
  type ContactMessage,
  type FieldErrors,
  type FieldName,
} from '../_shared/contact-form.ts';
import { asciiAddress, MAX_ADDRESS_CHARACTERS } from '../_shared/mail-address.ts';
import { cleanPhone, isPlausiblePhone } from '../_shared/phone.ts';

// Nobody sees controls (C0, C1) and the wrappers of the Unicode bidirectional algorithm (UAX #9), so nobody could
// delete them. Phones wrap copied names and numbers in embeddings and isolates; overrides disguise a text as another.
// The plain marks (U+200E, U+200F, U+061C) are allowed: Arabic and Hebrew need them.
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

// Word and Excel have line breaks of their own.
const LINE_BREAK = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;

/** Trims, normalizes to Unicode NFC (UAX #15) and LF, and removes what is invisible. */
function cleanField(raw: string, isMultiLine: boolean): string {
  const text = raw.toWellFormed().normalize('NFC').replace(LINE_BREAK, '\n').replace(INVISIBLE, '');
  return (isMultiLine ? text : text.replace(/[\n\t]/g, ' ')).trim();
}

function field(name: FieldName, isMultiLine = false) {
  return z.string({ error: EMPTY_FIELD_ERRORS[name] }).transform((raw, context) => {
    const text = cleanField(name === 'phone' ? cleanPhone(raw) : raw, isMultiLine);
    const message = fieldError(name, text);
    if (message === undefined) return text;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

// What it says refuses nobody. The mail shows it in the site's own voice: anything but an address is dropped.
const address = z
  .string()
  .max(MAX_ADDRESS_CHARACTERS)
  .refine((text) => z.email().safeParse(asciiAddress(text)).success)
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

/** Visitors mention sites without these (minhaloja.com.br), amounts (R$ 10,00/mês) and files (Node.js). */
const LINK = /(?:https?:\/\/|www\.)(?:(?!https?:\/\/)[^\s,;|<>"])*/giu;
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
  if (`${name} ${phone}`.match(LINK)) return true;
  const links = message.match(LINK)?.length ?? 0;
  // The site is in Portuguese: in these scripts, mass mailings outnumber people.
  const foreign = message.match(FOREIGN_SCRIPT)?.length ?? 0;
  const points =
    Number(isOriginMissing) +
    (links >= 3 ? SUSPECT_POINTS : Math.min(links, 1)) +
    Number(foreign > Array.from(message).length / 3);
  return points >= SUSPECT_POINTS;
}
