/** Phone numbers that visitors type, which are only looked at, and the company's own, which become links. */

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

/** Whether someone could be called back on it, or on one of several. Lenient: people write phones in many ways. */
export function isPlausiblePhone(phone: string): boolean {
  const text = phone.normalize('NFKC');
  return [text, ...text.split(SEPARATOR), ...text.split(/\s+/)].some((part) => {
    const { length } = phoneDigits(part);
    return length >= MIN_DIGITS && length <= MAX_DIGITS;
  });
}

/** Link that dials a number of the company's, and its extension after a pause. */
export function telLink(phone: string): string {
  const [number = '', extension = ''] = phone.split('ramal').map(phoneDigits);
  // 0800, 4004 and their like answer within the country only, as they are written.
  const dialled = phone.startsWith('(') ? `+55${number}` : number;
  return `tel:${dialled}${extension === '' ? '' : `,${extension}`}`;
}

/**
 * Link that opens a WhatsApp chat with a text already written.
 *
 * @param digits of the number with country code
 * @param text what stands in the chat's input; cut when longer than a link can carry
 * @see https://faq.whatsapp.com/5913398998672934 (click to chat)
 */
export function whatsappLink(digits: string, text: string): string {
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

/** Digits of the number that every chat link opens, with country code. By the schema exactly one is marked. */
export function whatsappNumber(phones: { number: string; whatsapp: boolean }[]): string {
  const marked = phones.find(({ whatsapp }) => whatsapp);
  return `55${phoneDigits(marked?.number ?? '')}`;
}

/** A number as people read it, which no line breaks apart. */
export function unbroken(number: string): string {
  return number.replaceAll(' ', '\u00A0');
}
