import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../../src/islands/contact/typed.ts';
import { chatText } from '../../supabase/functions/_shared/contact-form.ts';

const TYPED = { name: 'Maria', phone: '(49) 99999-1234', message: 'Meu computador não liga' };

describe('fields to fix before sending', () => {
  test('are those of nothing that anyone could see, each pointed out, each in its own words', () => {
    expect(fieldErrors({ name: ' ', phone: '\t', message: '\u3164\n' })).toEqual({
      name: 'Escreva o seu nome.',
      phone: 'Escreva um telefone para a gente responder.',
      message: 'Conte em que a gente pode ajudar.',
    });
  });

  test.each(['123', 'não tenho'])('are a phone such as %j, which nobody could call', (phone) => {
    expect(fieldErrors({ ...TYPED, phone })).toEqual({
      phone: 'Confira o telefone: escreva o número com DDD. Exemplo: (49)\u00A090000-0000.',
    });
  });

  test('are none where all are filled in', () => {
    expect(fieldErrors(TYPED)).toEqual({});
  });
});

describe('what was typed, as a chat', () => {
  test('greets, says what it is about and who writes', () => {
    expect(chatText(TYPED)).toBe('Olá! Aqui é Maria, (49) 99999-1234.\n\nMeu computador não liga');
  });

  test('leaves out what is empty', () => {
    expect(chatText({ ...TYPED, phone: ' ', message: '' })).toBe('Olá! Aqui é Maria.');
  });
});
