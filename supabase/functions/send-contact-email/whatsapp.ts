// A longer address breaks in some mail programs and in-app browsers; the rest is typed by hand.
const MAX_TEXT_CHARACTERS = 1500;

/** A chat link with a prefilled text. `digits`: with country code, nothing but digits. */
export function whatsappLink(digits: string, text: string): string {
  const characters = [...text];
  const shown =
    characters.length > MAX_TEXT_CHARACTERS
      ? `${characters.slice(0, MAX_TEXT_CHARACTERS).join('')}…`
      : text;
  return `https://wa.me/${digits}?text=${encodeURIComponent(shown.toWellFormed())}`;
}
