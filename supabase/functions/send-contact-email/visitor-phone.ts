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
  /** Numbers with country code, as wa.me wants them; none if the phone is ambiguous or has no WhatsApp. */
  chats: { label: string; digits: string }[];
  /** What is doubtful about the phone, in Portuguese. */
  note: string | undefined;
}

const CHAT_LABEL = 'Responder pelo WhatsApp';

// Brazilian notation that libphonenumber-js does not read.
const SPELLINGS: [RegExp, string][] = [
  // A placeholder for the carrier code.
  [/0\s?xx\s?/giu, ''],
  // The international prefix; within Brazil, a carrier code would follow it.
  [/^\s*00\s?(?=[1-9])/u, '+'],
  [/[\s,;(–-]*\br(?:amal|\.)?[\s.:]*(?=\d)/giu, ' ext '],
];

/**
 * A mobile number as before 2016, without the ninth digit; WhatsApp still knows old accounts by it. Written in
 * groups of four: in 98888-777, another digit is missing.
 */
const WITHOUT_NINTH_DIGIT = /^\D*(?:0?0?55)?\D*0?([1-9]{2})\D*([6-9]\d{3})\D*(\d{4})\D*$/;

/** Reads a typed phone: its first mobile number, else its first that can have WhatsApp, else its first. */
export function readPhone(phone: string): PhoneLinks {
  const text = SPELLINGS.reduce((before, [from, to]) => before.replace(from, to), phone);
  const numbers = findPhoneNumbersInText(text, 'BR').map(({ number }) => number);
  // Other countries give out numbers that the library does not know yet.
  const whole = parsePhoneNumberFromString(text, 'BR');
  if (whole?.isPossible() && whole.countryCallingCode !== '55') numbers.push(whole);
  const sure = numbers.filter(isSure);
  const chattable = sure.filter((one) => whyNoChat(one) === undefined);
  const number = chattable.find((one) => one.getType() === 'MOBILE') ?? chattable[0] ?? sure[0];
  if (number === undefined) return readWithoutNinthDigit(phone);
  const reason = whyNoChat(number);
  // 0800 and 4004 numbers cannot be dialled with the country code.
  const isNational = isService(number) && number.country === 'BR';
  const dialled = isNational ? phoneDigits(number.formatNational()) : number.number;
  return {
    telLink: `tel:${dialled}${number.ext === undefined ? '' : `,${number.ext}`}`,
    chats: reason === undefined ? [{ label: CHAT_LABEL, digits: phoneDigits(number.number) }] : [],
    note: reason && `Sem link para o WhatsApp, porque ${reason}.`,
  };
}

function readWithoutNinthDigit(phone: string): PhoneLinks {
  const [, area = '', ...groups] = WITHOUT_NINTH_DIGIT.exec(phone.normalize('NFKC')) ?? [];
  const rest = groups.join('');
  if (isValidPhoneNumber(`+55${area}9${rest}`)) {
    return {
      telLink: `tel:+55${area}9${rest}`,
      chats: [
        { label: `${CHAT_LABEL}, com o 9`, digits: `55${area}9${rest}` },
        { label: `${CHAT_LABEL}, sem o 9`, digits: `55${area}${rest}` },
      ],
      note: 'Falta o nono dígito? Contas antigas do WhatsApp ainda usam o número sem ele.',
    };
  }
  const reason = /^\d{8,9}$/.test(phoneDigits(phone))
    ? 'o telefone veio sem DDD'
    : 'não dá para ter certeza do número';
  return { telLink: undefined, chats: [], note: `Sem link para o WhatsApp, porque ${reason}.` };
}

/** +49 is ambiguous: the area code of Lages, or the country code of Germany. */
function isSure({ country, number }: PhoneNumber): boolean {
  return country === 'BR' || !isValidPhoneNumber(phoneDigits(number), 'BR');
}

function whyNoChat(number: PhoneNumber): string | undefined {
  if (number.ext !== undefined) return 'o número tem ramal';
  return isService(number) ? 'números como 0800 e 4004 só recebem ligações' : undefined;
}

function isService(number: PhoneNumber): boolean {
  return /TOLL_FREE|SHARED_COST|PREMIUM_RATE|UAN/.test(number.getType() ?? '');
}
