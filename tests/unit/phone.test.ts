import { describe, expect, test } from 'vitest';
import { internationalDigits, telLink, whatsappLink, whatsappNumber } from '../../src/lib/phone.ts';

describe('a link to the phone', () => {
  test('dials the number with its country code', () => {
    expect(telLink('(49) 90000-0000')).toBe('tel:+5549900000000');
    expect(internationalDigits('49 3000 0000')).toBe('554930000000');
  });
});

describe('a link to WhatsApp', () => {
  const textOf = (link: string): string | null => new URL(link).searchParams.get('text');

  test('opens the company’s number with the greeting written', () => {
    expect(whatsappLink('(49) 90000-0000', 'Olá!')).toBe(
      'https://wa.me/5549900000000?text=Ol%C3%A1!',
    );
  });

  test.each(['a & b = c', 'linha 1\nlinha 2', '100% #1?', 'coração 💚', '"><script>'])(
    'carries %j as it was typed',
    (text) => {
      const link = whatsappLink('(49) 90000-0000', text);
      expect(textOf(link)).toBe(text);
      expect(link).not.toMatch(/[\s"<>]/);
    },
  );

  test('survives half an emoji', () => {
    expect(textOf(whatsappLink('(49) 90000-0000', 'oi \uD83D'))).toBe('oi \uFFFD');
  });

  test('cuts a long text where a phone would cut the whole link', () => {
    const link = whatsappLink('(49) 90000-0000', 'ç'.repeat(20_000));
    expect(textOf(link)).toMatch(/^ç+…$/);
    expect(link.length).toBeLessThan(8_000);
  });
});

test('the chats open the one number that is marked as WhatsApp', () => {
  expect(
    whatsappNumber([
      { number: '(49) 3000-0000', whatsapp: false },
      { number: '(49) 90000-0000', whatsapp: true },
    ]),
  ).toBe('(49) 90000-0000');
});
