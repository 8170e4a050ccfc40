// Brazilian notations of phone numbers, and where the company's answer to each of them goes.
import { expect, test } from 'vitest';

import { fieldErrors } from '../../src/islands/contact/typed.ts';
import { isSuspect, parseMessage } from '@site/supabase/send-contact-email/message';
import { readPhone } from '@site/supabase/send-contact-email/visitor-phone';
import { MESSAGE } from '../support/submissions.ts';

const MOBILE = '5549988887777';
const LANDLINE = '554933334444';
const NO_AREA_CODE = 'sem DDD';
const UNSURE = 'ter certeza do número';
const EXTENSION = 'tem ramal';
const CALLS_ONLY = 'só recebem ligações';

const chats: [phone: string, digits: string][] = [
  ['(49) 98888-7777', MOBILE],
  ['(49) 9.8888-7777', MOBILE],
  ['49/98888-7777', MOBILE],
  ['49 9 88 88 77 77', MOBILE],
  // With the trunk prefix.
  ['(049) 98888-7777', MOBILE],
  // With the country code.
  ['+55 (49) 98888-7777', MOBILE],
  ['0055 49 98888-7777', MOBILE],
  ['+55 049 98888-7777', MOBILE],
  // XX stands for a carrier code.
  ['(0xx49) 98888-7777', MOBILE],
  ['0XX49 98888 7777', MOBILE],
  ['+55(0xx49)988887777', MOBILE],
  // With words.
  ['WhatsApp: 49 98888-7777', MOBILE],
  ['(49) 98888-7777 após 18h', MOBILE],
  // Several numbers: the first mobile one.
  ['(49) 98888-7777/6666', MOBILE],
  ['49988887777 49977776666', MOBILE],
  ['49988887777,49977776666', MOBILE],
  ['49 98888-7777; 97777-6666', MOBILE],
  ['+5549988887777+5549977776666', MOBILE],
  ['(11) 4004-0001 ou 49 98888-7777', MOBILE],
  ['0800 123 4567 ou 49 98888-7777', MOBILE],
  ['(49) 3333-4444 ramal 12, 49 98888-7777', MOBILE],
  ['(49) 3222-1111 ou (49) 98888-7777', MOBILE],
  ['49988887777-49977776666', MOBILE],
  ['49988887777.4932221111', MOBILE],
  ['(49)98888-7777(49)3222-1111', MOBILE],
  ['(49)3222-1111-(49)98888-7777', MOBILE],
  // As a contact list wraps it.
  ['4004-0001\u206849988887777\u2069', MOBILE],
  // Links to a chat.
  ['wa.me/5549988887777', MOBILE],
  ['https://wa.me/+5549988887777?text=Ol%C3%A1%2C%20quero%20saber%20mais', MOBILE],
  ['https://api.whatsapp.com/send?phone=5549988887777', MOBILE],
  ['https://api.whatsapp.com/send/?text=Oi&phone=%2B5549988887777&app_absent=0', MOBILE],
  ['https://wa.me/55 49 98888-7777', MOBILE],
  ['wa.me/55(49)98888.7777?text=Oi', MOBILE],
  ['https://wa.me/c/5549988887777', MOBILE],
  ['wa.me/5549988887777 49 3222-1111', MOBILE],
  ['Zap: https://wa.me/351912345678', '351912345678'],
  ['https://wa.me/55%2049%2098888-7777', MOBILE],
  ['wa.me/+55%20(49)%2098888-7777', MOBILE],
  // Landlines, which businesses use with WhatsApp too; an area code that looks like the country code.
  ['(49) 3333-4444', LANDLINE],
  ['55999998888', '5555999998888'],
  // Full-width digits and other countries.
  ['１１ ９８８８８-７７７７', '5511988887777'],
  ['00351 912 345 678', '351912345678'],
  ['+56 9 8888 7777', '56988887777'],
  // Not yet given out, as far as the library knows.
  ['+56 9 1234 5678', '56912345678'],
  ['+1 (555) 123-4567', '15551234567'],
  ['(+1) (555) 123-4567', '15551234567'],
  ['+055 (49) 98888-7777', MOBILE],
  ['+5 (49) 98888-7777', MOBILE],
  // As an American browser completes a Brazilian number.
  ['+1 (49) 98888-7777', MOBILE],
];

const doubtful: [phone: string, doubt: string, telLink: string | undefined][] = [
  ['98888-7777', NO_AREA_CODE, undefined],
  ['(49) 3333-4444 ramal 12', EXTENSION, `tel:+${LANDLINE},12`],
  ['49 3333-4444 r. 12', EXTENSION, `tel:+${LANDLINE},12`],
  ['0800 123 4567', CALLS_ONLY, 'tel:08001234567'],
  ['4004-1234', CALLS_ONLY, 'tel:40041234'],
  ['(11) 4004-0001', CALLS_ONLY, 'tel:+551140040001'],
  // Germany, or Lages?
  ['+49 98888-7777', UNSURE, undefined],
  ['wa.me/49988887777', UNSURE, undefined],
  // Belgian, but a digit too long.
  ['+32 (49) 3333-4444', UNSURE, undefined],
  // Too few digits, as before 2016 or mistyped, too many, an unknown area code, an ID number.
  ['(49) 9999-1234', UNSURE, undefined],
  ['(49) 98888-777', UNSURE, undefined],
  ['(49) 98888-7777 12', UNSURE, undefined],
  ['(20) 98888-7777', UNSURE, undefined],
  ['123.456.789-09', UNSURE, undefined],
];

/** The phone behind the form's door and the function's, neither of which takes it for spam. */
function accepted(phone: string): string {
  expect(fieldErrors({ ...MESSAGE, phone })).toEqual({});
  const parsed = parseMessage({ ...MESSAGE, phone });
  if (!parsed.ok) throw new Error(parsed.errors.phone);
  const signals = { isHoneypotFilled: false, isOriginMissing: false };
  expect(isSuspect(parsed.message, signals)).toBe(false);
  return parsed.message.phone;
}

test.each(chats)('a visitor who writes %s is answered by WhatsApp at %s', (phone, digits) => {
  const links = { chatDigits: digits, telLink: `tel:+${digits}` };
  expect(readPhone(accepted(phone))).toMatchObject(links);
});

test.each(['18h às 20h', '9-12h', '18:00', '(24h)', '88500-000', '12.345.678/0001-90'])(
  'a link to a chat keeps what follows it: %s',
  (rest) => {
    expect(accepted(`wa.me/5549988887777 ${rest}`)).toBe(`+5549988887777 ${rest}`);
  },
);

test.each(doubtful)(
  'a message with the phone %s is accepted, and the mail says that the number is in doubt: %s',
  (phone, doubt, telLink) => {
    const reply = readPhone(accepted(phone));
    expect(reply).toMatchObject({ chatDigits: undefined, telLink });
    expect(reply.note).toContain(doubt);
  },
);
