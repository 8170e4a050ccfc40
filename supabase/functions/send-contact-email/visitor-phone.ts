import {
  findPhoneNumbersInText,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';

import { phoneDigits } from '../_shared/phone.ts';

/** How to reach a visitor. */
interface PhoneLinks {
  /** Undefined if the number is ambiguous. */
  telLink: string | undefined;
  /** With country code, as wa.me wants it; undefined if the phone is ambiguous or has no WhatsApp. */
  chatDigits: string | undefined;
  /** What is doubtful about the phone, in Portuguese. */
  note: string | undefined;
}

// Brazilian notation that libphonenumber-js does not read.
const SPELLINGS: [RegExp, string][] = [
  // The international prefix; within Brazil, a carrier code would follow it.
  [/^\s*00\s?(?=[1-9])/u, '+'],
  // XX stands for a carrier code of the caller's choice.
  [/\(?0?\s?(?:xx|\*\*)[\s).-]*(?=\d\d(?:\D*\d){8})/giu, ' ('],
  // A second number is no extension.
  [/[,;#](?=(?:[\s().-]*\d){8})|(?<=\d{8})[.-](?=\d{8})/gu, ' / '],
  [/[\s,;(–-]*\br(?:amal|\.)?[\s.:]*(?=\d)/giu, ' ext '],
];

/** Reads a typed phone: its first mobile number, else its first that can have WhatsApp, else its first. */
export function readPhone(phone: string): PhoneLinks {
  const text = SPELLINGS.reduce((before, [from, to]) => before.replace(from, to), phone);
  const numbers = findPhoneNumbersInText(text, 'BR')
    // Another country's code begins no Brazilian number; only a browser writes +1 before eleven digits.
    .filter(({ number, startsAt }) => {
      const [, code = '55'] = /\+\s?0*(\d{1,3})[\s().–-]*$/.exec(text.slice(0, startsAt)) ?? [];
      return '55'.startsWith(code) || (code === '1' && number.nationalNumber.length === 11);
    })
    .map(({ number }) => number);
  // Other countries give out numbers that the library does not know yet.
  const whole = parsePhoneNumberFromString(text, 'BR');
  if (whole?.isPossible() && whole.countryCallingCode !== '55') numbers.push(whole);
  const sure = numbers.filter(isSure);
  const chattable = sure.filter((one) => whyNoChat(one) === undefined);
  const number = chattable.find((one) => one.getType() === 'MOBILE') ?? chattable[0] ?? sure[0];
  if (number === undefined) {
    const doubt = /^\d{8,9}$/.test(phoneDigits(phone))
      ? 'o telefone veio sem DDD'
      : 'não dá para ter certeza do número';
    return { telLink: undefined, chatDigits: undefined, note: noteOf(doubt) };
  }
  const reason = whyNoChat(number);
  // 0800 and 4004 numbers cannot be dialled with the country code.
  const isNational = isService(number) && number.country === 'BR';
  const dialled = isNational ? phoneDigits(number.formatNational()) : number.number;
  return {
    telLink: `tel:${dialled}${number.ext === undefined ? '' : `,${number.ext}`}`,
    chatDigits: reason === undefined ? phoneDigits(number.number) : undefined,
    note: reason && noteOf(reason),
  };
}

const noteOf = (reason: string) => `Sem link para o WhatsApp, porque ${reason}.`;

/** +49 is ambiguous: the area code of Lages, or the country code of Germany. */
function isSure({ country, number }: PhoneNumber): boolean {
  return country === 'BR' || !isValidPhoneNumber(phoneDigits(number), 'BR');
}

function whyNoChat(number: PhoneNumber): string | undefined {
  if (number.ext !== undefined) return 'o número tem ramal';
  // Some write an area code before 4004 numbers.
  const local = /^\d\d(\d{8})$/.exec(number.country === 'BR' ? number.nationalNumber : '')?.[1];
  const isCallsOnly =
    isService(number) || (local && isService(parsePhoneNumberFromString(local, 'BR')));
  return isCallsOnly ? 'números como 0800 e 4004 só recebem ligações' : undefined;
}

function isService(number: PhoneNumber | undefined): boolean {
  return /TOLL_FREE|SHARED_COST|PREMIUM_RATE|UAN/.test(number?.getType() ?? '');
}
