import { describe, expect, test } from 'vitest';
import { asChatText, blankFieldErrors } from '../../src/islands/contact/typed.ts';

const TYPED = { name: 'Maria', phone: '(49) 99999-1234', message: 'Meu computador não liga' };

describe('fields of nothing but spaces', () => {
  test('are pointed out, each in its own words', () => {
    expect(blankFieldErrors({ name: ' ', phone: '\t', message: '\n' })).toEqual({
      name: 'Escreva o seu nome.',
      phone: 'Escreva um telefone para a gente responder.',
      message: 'Escreva em que a gente pode ajudar.',
    });
  });

  test('are none where all are filled in', () => {
    expect(blankFieldErrors(TYPED)).toEqual({});
  });
});

describe('what was typed, as a chat', () => {
  test('greets, says what it is about and who writes', () => {
    expect(asChatText(TYPED)).toBe(
      'Olá! Aqui é Maria, (49) 99999-1234.\n\nMeu computador não liga',
    );
  });

  test('leaves out what is empty', () => {
    expect(asChatText({ ...TYPED, phone: ' ', message: '' })).toBe('Olá! Aqui é Maria.');
  });
});
