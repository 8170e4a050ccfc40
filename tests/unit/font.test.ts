import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawable, fontIn } from '../../src/lib/font.ts';
import { lineCounts, titleSizePx } from '../../src/lib/social/title-size.ts';

const face = fontIn(readFileSync('src/brand/fonts/social-700.woff'));

test.each([
  ['🎉 Confiança 🎉 no fim do mês', 'Confiança no fim do mês'],
  ['Con\uFB01ança no \uFB01m do mês', 'Confiança no fim do mês'],
  ['Uma linha.\nOutra linha.', 'Uma linha.\nOutra linha.'],
])('an editor’s %j leaves no hole in a shared image', (typed, drawn) => {
  expect(drawable(face, typed)).toBe(drawn);
});

test('a slogan breaks evenly in a shared image: no sentence of it ends in a stub', () => {
  const slogan = 'Tecnologia que Transforma.\nSoluções que Inspiram.';
  const room = { width: 600, height: 270 };
  const [first, second] = lineCounts(face, slogan, room.width / titleSizePx(face, slogan, room));
  expect(first).toBe(second);
});
