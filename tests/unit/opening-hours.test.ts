import { expect, test } from 'vitest';
import { openingHours } from '../../src/schemas/opening-hours.ts';

test.each([
  ['Segunda a sexta das 8:30 às 18:00', ['Mo-Fr 08:30-18:00']],
  [
    'De segunda-feira a sexta-feira, das 8h às 12h e das 13h30 às 18h; sábado, das 8h às 12h',
    ['Mo-Fr 08:00-12:00', 'Mo-Fr 13:30-18:00', 'Sa 08:00-12:00'],
  ],
  ['Terça e quinta, das 19h às 22h', ['Tu,Th 19:00-22:00']],
])('search engines are told of “%s”', (text, expected) => {
  expect(openingHours(text)).toEqual(expected);
});

test.each([
  'Todo dia, o dia todo',
  'Das 8h às 18h',
  'Segunda a sexta, das 8h às 18h, menos feriados',
])('search engines are told nothing about “%s”, rather than something wrong', (text) => {
  expect(openingHours(text)).toBeUndefined();
});
