/** Links that reach the company by phone and by WhatsApp. */

const BRAZIL_COUNTRY_CODE = '55';

/** Longest text of a link, percent-encoded: some phones cut whole links beyond 8,000 characters. */
const LONGEST_TEXT_ENCODED_CHARACTERS = 7_500;

/** Digits with country code, as `wa.me` and `tel:` want them, of a number such as (49) 90000-0000. */
export function internationalDigits(number: string): string {
  return BRAZIL_COUNTRY_CODE + number.replace(/\D/g, '');
}

export function telLink(number: string): string {
  return `tel:+${internationalDigits(number)}`;
}

/**
 * Link that opens a WhatsApp chat with a text already written.
 *
 * @param number Brazilian number with area code, in any notation
 * @param text what stands in the chat's input; cut when longer than a link can carry
 * @see https://faq.whatsapp.com/5913398998672934 (click to chat)
 */
export function whatsappLink(number: string, text: string): string {
  return `https://wa.me/${internationalDigits(number)}?text=${encodeShortened(text)}`;
}

/** Percent-encodes as much of a text as a link can carry, and marks the cut. */
function encodeShortened(text: string): string {
  // Half an emoji, as a paste can leave it, would make encodeURIComponent throw.
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  let encoded = '';
  for (const character of wellFormed) {
    const next = encodeURIComponent(character);
    if (encoded.length + next.length > LONGEST_TEXT_ENCODED_CHARACTERS) {
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
