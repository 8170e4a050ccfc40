import { describe, expect, test } from 'vitest';
import { chatText } from '../../supabase/functions/_shared/contact-form.ts';
import {
  internationalDigits,
  isPlausiblePhone,
  telLink,
  whatsappLink,
  whatsappNumber,
} from '../../supabase/functions/_shared/phone.ts';

test.each([
  // Without an area code, as it was written.
  ['98888-7777', 'tel:988887777'],
  ['4004-1234', 'tel:40041234'],
  ['0800 123 4567', 'tel:08001234567'],
  // The extension after a pause.
  ['(49) 3000-0000 ramal 12', 'tel:+554930000000,12'],
  // The first of two.
  ['3333-4444 / 98888-7777', 'tel:33334444'],
  ['+55 (49) 98888-7777, +1 415 555 2671', 'tel:+5549988887777'],
])('a link to the phone %s is %s', (number, link) => {
  expect(telLink(number)).toBe(link);
});

describe('a link to WhatsApp', () => {
  const linkWith = (text: string) => whatsappLink('(49) 90000-0000', text);
  const textOf = (link: string) => new URL(link).searchParams.get('text');

  test.each(['a & b = c', 'linha 1\nlinha 2', '100% #1?', 'coração 💚', '"><script>'])(
    'carries %j as it was typed',
    (text) => {
      expect(textOf(linkWith(text))).toBe(text);
      expect(linkWith(text)).not.toMatch(/[\s"<>]/);
    },
  );

  test('survives half an emoji', () => {
    expect(textOf(linkWith('oi \uD83D'))).toBe('oi \uFFFD');
  });

  test('cuts a long text where a phone would cut the whole link', () => {
    const link = linkWith('ç'.repeat(20_000));
    expect(textOf(link)).toMatch(/^ç+…$/);
    expect(link.length).toBeLessThan(8_000);
  });
});

test.each([
  ['(49) 98888-7777', '5549988887777'],
  ['0 15 49 98888-7777', '5549988887777'],
  ['55 49 98888 7777', '5549988887777'],
  ['+55 (49) 98888-7777', '5549988887777'],
  ['0055 49 98888-7777', '5549988887777'],
  // Not of Lages, though it has the form.
  ['+49 3012 3456', '4930123456'],
  ['１１ ９８８８８-７７７７', '5511988887777'],
  ['٠٤٩ ٩٨٨٨٨-٧٧٧٧', '5549988887777'],
  ['(49) 98888-7777 ou (49) 3333-4444', '5549988887777'],
  ['3333-4444 / (49) 98888-7777', null],
  ['49/98888-7777', '5549988887777'],
  ['98888-7777', null],
])('the company can answer %s by WhatsApp at %s', (phone, digits) => {
  expect(isPlausiblePhone(phone)).toBe(true);
  expect(internationalDigits(phone)).toBe(digits);
});

test('the chats open the one number that is marked as WhatsApp', () => {
  const landline = { number: '(49) 3000-0000', whatsapp: false };
  const mobile = { number: '(49) 90000-0000', whatsapp: true };
  expect(whatsappNumber([landline, mobile])).toBe(mobile.number);
});

test('as a chat, a message greets, says who writes, and leaves out what is empty', () => {
  const typed = { name: 'Maria', phone: '(49) 99999-1234', message: 'Não liga' };
  expect(chatText(typed)).toBe('Olá! Aqui é Maria, (49) 99999-1234.\n\nNão liga');
  expect(chatText({ ...typed, phone: ' ', message: '' })).toBe('Olá! Aqui é Maria.');
});
