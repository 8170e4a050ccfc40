/** How plain text is read, by its source. The browser tests paste formatted text. */
import { expect, test } from 'vitest';
import { pastedMarkdown } from './paste.ts';

test.each([
  [
    'WhatsApp',
    '*negrito*, *duas palavras*, ~R$ 150~ e _itálico_',
    '**negrito**, **duas palavras**, ~~R$ 150~~ e _itálico_',
  ],
  ['WhatsApp, line by line', '*Ana:* oi\ntudo bem?', '**Ana:** oi\n\ntudo bem?'],
  ['ChatGPT', '**Importante:** leia *já*\n\n- a\n- b', '**Importante:** leia *já*\n\n\n\n- a\n- b'],
  ['Word', 'Inclui:\n•\tum\no\tdois', 'Inclui:\n\n- um\n- dois'],
  ['a PDF', '\uF0B7 um\n\uF0A7 dois', '- um\n- dois'],
  ['a history', '2012. Início\n2016. Loja', '2012\\. Início\n\n2016\\. Loja'],
  ['a choice of clauses', '1. Objeto\n3. Prazo', '1\\. Objeto\n\n3\\. Prazo'],
  ['ChatGPT, with tasks', '- [ ] a\n- [x] b', '- a\n- b'],
  ['a chat with a plus', '+ de *500* clientes', '\\+ de **500** clientes'],
  ['a file', '| A | B |\n|---|---|\n| 1 | 2 |', '| A | B |\n|---|---|\n| 1 | 2 |'],
  ['a sum', 'de 2*3*4 a 5 * 6', 'de 2*3*4 a 5 * 6'],
])('from %s', (_source, text, markdown) => {
  expect(pastedMarkdown(text)).toBe(markdown);
});

test('plain text without notation is pasted unchanged', () => {
  expect(pastedMarkdown('+ de 500 clientes\nLigue (49) 90000-0000.')).toBeUndefined();
});
