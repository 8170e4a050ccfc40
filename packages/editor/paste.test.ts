/** How plain text is read, by its source. The browser tests paste formatted text. */
import { expect, test } from 'vitest';
import { pastedMarkdown } from './paste.ts';
import { tidyMarkdown } from './library/rich-text.ts';

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
  ['a chat with more than', '> 10 anos', '\\>10 anos'],
  ['a chat with a quote', '> Ana:\n> 10 anos', '> Ana:\n> 10 anos'],
  ['a contract', 'Data: __/__/____', 'Data: \\_\\_/\\_\\_/\\_\\_\\_\\_'],
  ['a sum', 'de 2*3*4 a 5 * 6', 'de 2*3*4 a 5 * 6'],
])('from %s', (_source, text, markdown) => {
  expect(pastedMarkdown(text)).toBe(markdown);
});

test('plain text without notation is pasted unchanged', () => {
  expect(pastedMarkdown('+ de 500 clientes\nLigue (49) 90000-0000.')).toBeUndefined();
});

test.each([
  ['italics within a word', 'pre_meio_pos e _todo_', 'pre*meio*pos e _todo_'],
  ['a product that the library takes for italics', '10_20_30', '10*20*30'],
  ['an address within marks', '**https://a.com/**', '**[https://a.com/](https://a.com/)**'],
  ['a link', '[a](https://a.com/b_c_(e_f_g)) f_g_h', '[a](https://a.com/b_c\\_(e_f_g)) f*g*h'],
  ['code', 'a`b_c_d`e_f_g', 'a`b_c_d`e*f*g'],
])('the library’s notation for %s becomes the page’s', (_text, written, tidied) => {
  expect(tidyMarkdown(written)).toBe(tidied);
});
