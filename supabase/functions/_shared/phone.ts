/** Phone numbers, as visitors and staff write them, and the links that reach them. */

const MIN_DIGITS = 8;
// E.164: 15 digits with country code.
const MAX_DIGITS = 15;

/** Longest text of a link, percent-encoded: some phones cut whole links beyond 8,000 characters. */
const MAX_ENCODED_TEXT_CHARACTERS = 7_500;

/** What {@link phoneDigits} makes of a digit of any script: digits of a script follow each other from 0 on. */
function decimalDigit(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value % 10);
}

/** The digits of a phone as typed; digits of other scripts and full-width ones count too. */
export function phoneDigits(phone: string): string {
  return phone
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/\D/gu, decimalDigit);
}

/** What stands between two numbers: a word, a comma, a slash, or the second one's opening bracket. */
const SEPARATOR = /[^\p{Nd}\s()+.\p{Pd}]+|\s+(?=\()/u;

/** The phone if it is one number, otherwise the first of several that were written together. */
function findNumber(phone: string): string | undefined {
  const text = phone.normalize('NFKC');
  return [text, ...text.split(SEPARATOR), ...text.split(/\s+/)].find((part) => {
    const { length } = phoneDigits(part);
    return length >= MIN_DIGITS && length <= MAX_DIGITS;
  });
}

/** Whether someone could be called back on it. Lenient: people write phones in many ways. */
export function isPlausiblePhone(phone: string): boolean {
  return findNumber(phone) !== undefined;
}

/** The phone, or the first of several that were written together, in plain characters. */
function firstNumber(phone: string): string {
  return findNumber(phone) ?? phone.normalize('NFKC');
}

// Area code without zeros, then a mobile number (nine digits, the first a 9) or a landline or
// old-style number (eight digits). ANATEL, Resolução 749/2022.
const BRAZIL_NATIONAL = /^[1-9]{2}(9\d{8}|[2-9]\d{7})$/;

/**
 * The first number with country code, digits only, as wa.me and tel: want it; null when the area code
 * is missing. A number without country code is taken to be Brazilian where it has the form of one.
 */
export function internationalDigits(phone: string): string | null {
  const number = firstNumber(phone);
  const digits = phoneDigits(number);
  if (digits.length > MAX_DIGITS) return null;
  if (/^\s*\(?\s*\+/.test(number)) return digits;
  if (digits.startsWith('00')) return digits.slice(2);

  let national = digits;
  if (digits.startsWith('0')) {
    // Trunk prefix 0, alone or followed by the two digits of a long-distance carrier.
    const afterTrunk = digits.slice(1);
    national = BRAZIL_NATIONAL.test(afterTrunk) ? afterTrunk : digits.slice(3);
  }
  if (BRAZIL_NATIONAL.test(national)) return `55${national}`;
  if (digits.length <= 9) return null;
  return digits;
}

// 0300, 0500 and 0800 answer within the country only.
const BRAZIL_NON_GEOGRAPHIC = /^0[358]00/;

/** Link that dials the (first) number, and its extension; as it was written where the area code is missing. */
export function telLink(phone: string): string {
  const [beforeExtension = '', extension = ''] = phone.split(/ramal/i);
  const number = firstNumber(beforeExtension);
  const written = phoneDigits(number);
  const digits = BRAZIL_NON_GEOGRAPHIC.test(written) ? null : internationalDigits(number);
  const pause = extension === '' ? '' : `,${phoneDigits(extension)}`;
  return `${digits === null ? `tel:${written}` : `tel:+${digits}`}${pause}`;
}

/**
 * Link that opens a WhatsApp chat with a text already written.
 *
 * @param phone with area code, in any notation
 * @param text what stands in the chat's input; cut when longer than a link can carry
 * @see https://faq.whatsapp.com/5913398998672934 (click to chat)
 */
export function whatsappLink(phone: string, text: string): string {
  const digits = internationalDigits(phone) ?? phoneDigits(phone);
  return `https://wa.me/${digits}?text=${encodeShortened(text)}`;
}

/** Percent-encodes as much of a text as a link can carry, and marks the cut. */
function encodeShortened(text: string): string {
  // Half an emoji, as a paste can leave it, would make encodeURIComponent throw.
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  let encoded = '';
  for (const character of wellFormed) {
    const next = encodeURIComponent(character);
    if (encoded.length + next.length > MAX_ENCODED_TEXT_CHARACTERS) {
      return encoded + encodeURIComponent('…');
    }
    encoded += next;
  }
  return encoded;
}

/** The number that every chat link opens. The schema makes sure that exactly one is marked. */
export function whatsappNumber(phones: { number: string; whatsapp: boolean }[]): string {
  return phones.find(({ whatsapp }) => whatsapp)?.number ?? '';
}

/** A number as people read it, which no line breaks apart. */
export function unbroken(number: string): string {
  return number.replace(' ', '\u00A0');
}
