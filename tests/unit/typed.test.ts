import { expect, test } from 'vitest';
import { fieldErrors } from '../../src/islands/contact/typed.ts';
import { chatText } from '../../supabase/functions/_shared/contact-form.ts';

const TYPED = { name: 'Maria', phone: '(49) 99999-1234', message: 'Meu computador não liga' };

test('what holds nothing that anyone could see is pointed out, each field in its own words', () => {
  expect(fieldErrors({ name: ' ', phone: '\t', message: '\u3164\n' })).toEqual({
    name: 'Escreva o seu nome.',
    phone: 'Escreva um telefone para a gente responder.',
    message: 'Conte em que a gente pode ajudar.',
  });
  expect(fieldErrors(TYPED)).toEqual({});
});

test('so is a phone that nobody could call', () => {
  expect(fieldErrors({ ...TYPED, phone: '123' })).toEqual({
    phone: 'Confira o telefone: escreva o número com DDD. Exemplo: (49)\u00A090000-0000.',
  });
});

test('as a chat, a message greets, says who writes, and leaves out what is empty', () => {
  expect(chatText(TYPED)).toBe('Olá! Aqui é Maria, (49) 99999-1234.\n\nMeu computador não liga');
  expect(chatText({ ...TYPED, phone: ' ', message: '' })).toBe('Olá! Aqui é Maria.');
});
