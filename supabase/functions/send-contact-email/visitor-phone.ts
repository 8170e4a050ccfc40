import {
  findPhoneNumbersInText,
  isValidPhoneNumber,
  type PhoneNumber,
} from 'libphonenumber-js/max';

import { phoneDigits } from '../_shared/phone.ts';

/** How to reach a visitor. Both links are null if the number is ambiguous. */
export interface PhoneLinks {
  telLink: string | null;
  /** The number with country code, as wa.me wants it; also null if the number cannot have WhatsApp. */
  whatsappDigits: string | null;
  /** Why there is no chat link, in Portuguese; empty if there is one. */
  noChatReason: string;
}

// Brazilian notation that libphonenumber-js does not read.
const SPELLINGS: [RegExp, string][] = [
  // A placeholder for the carrier code.
  [/0\s?xx\s?/giu, ''],
  // The international prefix; within Brazil, a carrier code would follow it.
  [/^\s*00\s?(?=[1-9])/u, '+'],
  [/[\s,;(–-]*\br(?:amal|\.)?[\s.:]*(?=\d)/giu, ' ext '],
];

/** Reads a typed phone: its first number that can have WhatsApp, or else its first number. */
export function readPhone(phone: string): PhoneLinks {
  const text = SPELLINGS.reduce((before, [from, to]) => before.replace(from, to), phone);
  const numbers = findPhoneNumbersInText(text, 'BR').map(({ number }) => number);
  const sure = numbers.filter(isSure);
  const number = sure.find((one) => whyNoChat(one) === '') ?? sure[0];
  if (number === undefined) {
    const isLocal = /^\d{8,9}$/.test(phoneDigits(phone));
    const noChatReason = isLocal ? 'o telefone veio sem DDD' : 'não dá para ter certeza do número';
    return { telLink: null, whatsappDigits: null, noChatReason };
  }
  const noChatReason = whyNoChat(number);
  // 0800 and 4004 numbers cannot be dialled with the country code.
  const isNational = isService(number) && number.country === 'BR';
  const dialled = isNational ? phoneDigits(number.formatNational()) : number.number;
  return {
    telLink: `tel:${dialled}${number.ext === undefined ? '' : `,${number.ext}`}`,
    whatsappDigits: noChatReason === '' ? phoneDigits(number.number) : null,
    noChatReason,
  };
}

/** +49 is ambiguous: the area code of Lages, or the country code of Germany. */
function isSure({ country, number }: PhoneNumber): boolean {
  return country === 'BR' || !isValidPhoneNumber(phoneDigits(number), 'BR');
}

function whyNoChat(number: PhoneNumber): string {
  if (number.ext !== undefined) return 'o número tem ramal';
  return isService(number) ? 'números como 0800 e 4004 só recebem ligações' : '';
}

function isService(number: PhoneNumber): boolean {
  return /TOLL_FREE|SHARED_COST|PREMIUM_RATE|UAN/.test(number.getType() ?? '');
}
