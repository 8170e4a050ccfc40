/** Validates the phone numbers that visitors type, and links to chats. */

const MIN_DIGITS = 8;
// E.164: 15 digits with country code.
const MAX_DIGITS = 15;

/** Longest percent-encoded text of a chat link: some phones truncate links beyond 8,000 characters. */
const MAX_CHAT_CHARACTERS = 7_500;

/** The digits of a phone; full-width ones, which some keyboards type, become ASCII. */
export function phoneDigits(phone: string): string {
  return phone.normalize('NFKC').replace(/\D/g, '');
}

/** Separates two numbers: a word, a comma, a slash, the second's plus or opening bracket, a sign before eight digits. */
const SEPARATOR = /[^\d\s()+.\p{Pd}]+|(?=[+(])|[.\p{Pd}](?=\d{8})/u;

/** A pasted link to a chat: its number ends at a space, or goes on if it is too short. */
const CHAT_LINK =
  /(?:https?:\/\/)?(?:(?:www\.)?wa\.me\/(?:c\/)?|(?:api\.|web\.)?whatsapp\S{1,60}phone=)(?:\+|%2B|%20)*(\d(?:(?:%20|[().-])*\d){9,14}(?!\d)|\d(?:(?:%20|[\s().-])*\d){7,14}(?!\w|\)\s*\d))\S*/gi;

/** Around phones that are copied from a contact list. */
const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;

/** A phone as typed; instead of a link to a chat, the number in it. */
export function cleanPhone(text: string): string {
  const plain = (_link: string, number: string) => `+${number.replaceAll('%20', ' ')}`;
  return text.replace(INVISIBLE, ' ').replace(CHAT_LINK, plain).trim();
}

/** True if a text holds a number that could be called. Lenient: people write phones in many ways. */
export function isPlausiblePhone(phone: string): boolean {
  const text = phone.normalize('NFKC');
  return [text, ...text.split(SEPARATOR), ...text.split(/\s+/)].some((part) => {
    const { length } = phoneDigits(part);
    return length >= MIN_DIGITS && length <= MAX_DIGITS;
  });
}

/**
 * Link that opens a WhatsApp chat with a prefilled text.
 *
 * @param digits the number with country code
 * @param text prefilled message; truncated if a link cannot carry it
 * @see https://faq.whatsapp.com/5913398998672934 (click to chat)
 */
export function whatsappLink(digits: string, text: string): string {
  return `https://wa.me/${digits}?text=${encodeShortened(text, MAX_CHAT_CHARACTERS)}`;
}

/** Percent-encodes as much of a text as a link can carry; an ellipsis marks the cut. */
export function encodeShortened(text: string, maxCharacters: number): string {
  // Half an emoji, as a paste can leave behind, makes encodeURIComponent throw.
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  let encoded = '';
  for (const character of wellFormed) {
    const next = encodeURIComponent(character);
    if (encoded.length + next.length > maxCharacters) {
      return encoded + encodeURIComponent('…');
    }
    encoded += next;
  }
  return encoded;
}
