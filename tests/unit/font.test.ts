import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawable, fontIn } from '../../src/lib/font.ts';

test.each([
  ['🎉 Confiança 🎉 no fim do mês', 'Confiança no fim do mês'],
  ['Con\uFB01ança no \uFB01m do mês', 'Confiança no fim do mês'],
  ['Uma linha.\nOutra linha.', 'Uma linha.\nOutra linha.'],
])('an editor’s %j leaves no hole in a shared image', (typed, drawn) => {
  const face = fontIn(readFileSync('src/brand/fonts/social-700.woff'));
  expect(drawable(face, typed)).toBe(drawn);
});
