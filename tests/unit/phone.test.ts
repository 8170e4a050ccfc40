import { describe, expect, test } from 'vitest';
import { chatText } from '../../src/islands/contact/messages.ts';
import { dialledNumber, telLink, whatsappNumber } from '../../src/lib/phone.ts';
import { whatsappLink } from '@site/supabase/phone';

test.each([
  ['(49) 90000-0000', 'tel:+5549900000000'],
  ['(49) 3000-0000 ramal 12', 'tel:+554930000000,12'],
  // Numbers without an area code, dialled as written.
  ['4004-1234', 'tel:40041234'],
  ['0800 123 4567', 'tel:08001234567'],
])('a link to the company’s phone %s is %s', (number, link) => {
  expect(telLink(number)).toBe(link);
  // Search engines read no extension.
  expect(dialledNumber(number)).toBe(/\+?\d+/.exec(link)?.[0]);
});

describe('a link to WhatsApp', () => {
  const linkWith = (text: string) => whatsappLink('5549900000000', text);
  const textOf = (link: string) => new URL(link).searchParams.get('text');

  test.each(['a & b = c', 'linha 1\nlinha 2', '100% #1?', 'coração 💚', '"><script>'])(
    'carries %j unchanged',
    (text) => {
      expect(textOf(linkWith(text))).toBe(text);
      expect(linkWith(text)).not.toMatch(/[\s"<>]/);
    },
  );

  test('survives half an emoji', () => {
    expect(textOf(linkWith('oi \uD83D'))).toBe('oi \uFFFD');
  });

  test('cuts a long text before a phone cuts the whole link', () => {
    const link = linkWith('ç'.repeat(20_000));
    expect(textOf(link)).toMatch(/^ç+…$/);
    expect(link.length).toBeLessThan(8_000);
  });
});

test('a chat opens with the one number that is marked as WhatsApp', () => {
  const landline = { number: '(49) 3000-0000', whatsapp: false };
  const mobile = { number: '(49) 90000-0000', whatsapp: true };
  expect(whatsappNumber([landline, mobile])).toBe('5549900000000');
  expect(whatsappNumber([landline])).toBe('');
});

test('a chat’s text greets, names the sender, and omits empty fields', () => {
  const typed = { name: 'Maria', phone: '(49) 99999-1234', message: 'Não liga' };
  expect(chatText(typed)).toBe('Olá! Aqui é Maria, (49) 99999-1234.\n\nNão liga');
  expect(chatText({ ...typed, phone: ' ', message: '' })).toBe('Olá! Aqui é Maria.');
});
