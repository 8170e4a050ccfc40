const MIN_DIGITS = 8;
// E.164: 15 digits with country code.
const MAX_DIGITS = 15;

/** The digits of a phone as typed; digits of other scripts and full-width ones count too. */
export function phoneDigits(phone: string): string {
  return phone.normalize('NFKC').replace(/\D/g, '');
}

/** For a phone that {@link isPlausiblePhone} refuses. */
export const PHONE_ADVICE =
  'Confira o telefone: escreva um só, com DDD, como (49)\u00A090000-0000.';

/** Whether someone could be called back on it. Lenient: people write phones in many ways. */
export function isPlausiblePhone(phone: string): boolean {
  const count = phoneDigits(phone).length;
  return count >= MIN_DIGITS && count <= MAX_DIGITS;
}

// Area code without zeros, then a mobile number (nine digits, the first a 9) or a landline or
// old-style number (eight digits). ANATEL, Resolução 749/2022.
const BRAZIL_NATIONAL = /^[1-9]{2}(9\d{8}|[2-9]\d{7})$/;

/**
 * The number with country code, digits only, as wa.me and tel: want it; null when the area code is
 * missing. A number without country code is taken to be Brazilian where it has the form of one.
 */
export function internationalDigits(phone: string): string | null {
  const digits = phoneDigits(phone);
  if (/^\s*\(?\s*\+/.test(phone.normalize('NFKC'))) return digits;
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
