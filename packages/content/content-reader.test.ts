/** How the reader reports errors within a file to an editor: one case per rule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEntry } from './entry.ts';
import { filesOf } from './folder.ts';
import type { Issue } from './issue.ts';
import { idOf, type Collection } from './collection.ts';
import { COLLECTIONS, FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { issueWith } from '@site/test-support/issue-with';

const PLAN = 'plans/tecnologia.md';
const CLIENT = 'clients/serra-mel.json';
const COMPANY = 'company.json';
const PRICE = 'price: Sob Consulta';

/** The issues within a file of the tests' content after a change. */
function issuesAfter(file: string, from: string | RegExp, to: string): Issue[] {
  const collections = Object.values<Collection>(COLLECTIONS);
  const collection = collections.find((it) => filesOf(FROZEN_CONTENT, it).includes(file));
  const before = readFileSync(join(FROZEN_CONTENT, file), 'utf8');
  const after = before.replace(from, () => to);
  if (!collection || after === before) throw new Error(`${file} does not contain ${String(from)}`);
  return readEntry(collection, idOf(file), after).issues;
}

test.each([
  ['no text', CLIENT, /^[\s\S]*$/, '', 1, '{ no começo'],
  ['no front matter', PLAN, /^---\n/, '', 1, 'duas linhas de três hifens'],
  ['a list of fields', PLAN, /^---[^]*?\n---/, '---\n- order: 1\n---', 2, 'um campo por linha'],
  ['a field twice', PLAN, 'order: 1', 'order: 1\norder: 2', 3, 'cada campo uma vez só'],
  ['an unclosed quote', PLAN, PRICE, 'price: "Sob', 15, 'o que falta aqui: aspas'],
  ['quotes in quotes', PLAN, PRICE, 'price: "O "b" e "c"', 15, 'curvas'],
  ['a colon in a text', PLAN, PRICE, 'price: Preço: x', 15, 'um texto com dois-pontos'],
  ['a tab', PLAN, '  price:', '\tprice:', 15, 'em vez de tabulação'],
  ['a reserved character', PLAN, PRICE, 'price: @consulta', 15, 'que começa com este caractere'],
  ['a wrong indent', PLAN, '  price:', '   price:', 15, 'recuo'],
  ['a field without colon', PLAN, 'order: 1', 'order 1', 2, 'dois-pontos'],
  ['a text that YAML cuts at #', PLAN, PRICE, 'price: Sob # consulta', 15, 'um texto com #'],
  ['an anchor', PLAN, PRICE, 'price: &consulta x', 15, 'que começa com & ou *'],
  ['no comma after a text', CLIENT, '.svg",', '.svg"', 3, 'uma vírgula'],
  ['no comma after a group', COMPANY, '},', '}', 7, 'uma vírgula'],
  ['an unclosed text', CLIENT, 'Serra Mel"', 'Serra Mel', 4, 'no fim do texto'],
  ['a text without quotes', CLIENT, '"Serra Mel"', 'Serra Mel', 4, 'aspas (")'],
  ['quotes in a JSON text', CLIENT, 'Serra Mel', 'Serra "Mel" x', 4, 'aspas curvas'],
  ['no colon', CLIENT, '"alt":', '"alt"', 4, 'dois-pontos'],
  ['a comma in a number', CLIENT, '2,', '2,5,', 2, 'o nome de um campo'],
  ['no value', CLIENT, '2,', ',', 2, 'um valor'],
  ['an unclosed object', COMPANY, '  }\n}', '}', 22, 'a chave que fecha'],
  ['an extra brace', COMPANY, '}\n}', '}\n}\n}', 24, 'nada depois'],
  ['a lone backslash', CLIENT, 'Serra Mel', 'Serra\\Mel', 4, 'duas barras'],
  ['a duplicate field', CLIENT, '  "alt"', '  "order": 3,\n  "alt"', 4, 'uma vez só'],
])('a file with %s is reported with the line', (_, file, from, to, line, expected) => {
  expect(issuesAfter(file, from, to)).toEqual([issueWith({ line, expected })]);
});

const FEATURES = /(?<=  features:)\n[^]*?(?=  price)/;
const WHATSAPP = /(?<="number": ")[^"]*/;
const PHONES = /"phones": \[[^\]]*\]/;
const VALUE = 'values/empatia.json';
const hours = (opens: string, closes: string) =>
  `"hours": [{ "from": "sábado", "opens": "${opens}", "closes": "${closes}" }]`;
const IMPOSSIBLE = `${hours('manhã', '12:00')}, "phones"`;
const BACKWARDS = `${hours('12:00', '08:00')}, "phones"`;
const NO_PAGE = '"map": "a@b.example", "state"';
const GREETING = /"greeting": ".*"/;

test.each([
  ['__proto__ in YAML', PLAN, /(?<=^---)/, '\n__proto__: 1', '__proto__', 'só campos', '“__'],
  ['__proto__ in JSON', CLIENT, /(?<=^\{)/, '"__proto__": 1,', '__proto__', 'só campos', '“__'],
  ['nothing', PLAN, /  price:.*\n/, '', 'list.price', 'um texto', 'nada: falta o campo'],
  ['no text', PLAN, ' Sob Consulta', '', 'list.price', 'um texto', 'o campo está vazio'],
  ['a list', PLAN, PRICE, 'price: [x]', 'list.price', 'um texto', '1 item: faltam aspas'],
  ['spaces', PLAN, PRICE, 'price: "  "', 'list.price', 'pelo menos 1 caractere', 'nada'],
  ['too long', PLAN, PRICE, `price: ${'a'.repeat(41)}`, 'list.price', 'no máximo 40', '41'],
  ['only joiners', PLAN, 'Sob Consulta', '\u200D', 'list.price', 'um caractere visível', '“'],
  ['bold', PLAN, PRICE, 'price: "*Grátis*"', 'list.price', 'não aceita negrito', '“*Grátis*”'],
  ['italics', PLAN, PRICE, 'price: _Grátis_ já', 'list.price', 'não aceita itálico', '_Grátis_'],
  ['HTML', PLAN, PRICE, 'price: a <b>b</b>', 'list.price', 'texto sem HTML', '<b>'],
  ['a link', PLAN, PRICE, 'price: a [b](/c)', 'list.price', 'texto sem link', '](/c)'],
  ['a heading', PLAN, PRICE, 'price: "##Grátis"', 'list.price', 'não aceita títulos', '##'],
  ['half a number', PLAN, 'order: 1', 'order: 1.5', 'order', 'um número inteiro', '“1.5”'],
  ['too large', PLAN, 'order: 1', 'order: 1e23', 'order', 'no máximo 9999', '1e23'],
  ['too few', PLAN, /    - Prot.*\n/, '', 'list.features', 'exatamente 4 itens', '3 itens'],
  ['no list', PLAN, FEATURES, ' x\n', 'list.features', 'uma lista', 'x'],
  ['no option', VALUE, '0.2', '0.25', 'delay', 'um destes: 0, 0.1, 0.2, 0.3', '0.25'],
  ['no yes or no', COMPANY, 'true', '"sim"', 'phones[0].whatsapp', 'true (sim) ou false', 'sim'],
  ['no e-mail', COMPANY, /contato@/, 'contato', 'email', 'um e-mail, como', 'contatoaraucaria'],
  ['no page', COMPANY, '"state"', NO_PAGE, 'address.map', 'o link de', 'a@'],
  ['no postal code', COMPANY, '88500-000', '885', 'address.postalCode', 'CEP no formato', '885'],
  ['no group', COMPANY, /"address": \{[^}]*\}/, '"address": 1', 'address', 'um grupo de', '1'],
  ['no phone', COMPANY, PHONES, '"phones": []', 'phones', 'pelo menos 1 item', '0'],
  ['0800', COMPANY, WHATSAPP, '0800 123 4567', 'phones[0].number', 'para o WhatsApp, um', '“0800'],
  ['ramal', COMPANY, WHATSAPP, '(49) 3000-0000 ramal 2', 'phones[0].number', 'sem ramal', 'ramal'],
  ['two WhatsApps', COMPANY, 'false', 'true', 'phones', 'no máximo um telefone', '2 marcados'],
  ['a name without letters', CLIENT, 'Serra Mel', '🎉🎉', 'alt', 'um nome com letras', '🎉🎉'],
  ['an impossible time', COMPANY, '"phones"', IMPOSSIBLE, 'hours[0].opens', 'que existe', 'manhã'],
  ['hours that end first', COMPANY, '"phones"', BACKWARDS, 'hours[0].closes', 'depois', '“08:00”'],
  ['no {plano}', 'pages/plan.json', GREETING, '"greeting": "Olá"', 'greeting', '{plano}', 'Olá'],
])(
  'an editor reads which field is wrong, what it takes and what it has: %s',
  (_, file, from, to, field, expected, found) => {
    const issue = issueWith({ field: `(${field})`, expected, found });
    expect(issuesAfter(file, from, to)).toEqual([issue]);
  },
);

describe('what a program can repair or tolerate is no error', () => {
  test.each([
    ['empty optional fields', COMPANY, '"phones"', '"people": [], "cnpj": "", "phones"'],
    ['times as people write them', COMPANY, '"phones"', `${hours('8h', '13h30')}, "phones"`],
    ['a time with a dot', COMPANY, '"phones"', `${hours('8.30', '12.00')}, "phones"`],
    ['the place of another plan', PLAN, 'order: 1', 'order: 2'],
    ['line ends of old Macs', PLAN, 'order: 1\n', 'order: 1\r'],
    ['no-break spaces around a field', PLAN, '  price: ', '\u00A0\u00A0price:\u00A0'],
    ['Word’s hyphens in a phone', COMPANY, '90000-0000', '90000\u20110000'],
    ['a number without area code', COMPANY, '(49) 3000-0000', '0800 123 4567 ramal 2'],
    // By the rule of `URL`: also with accents that a Mac takes apart.
    ['an e-mail on a domain with accents', COMPANY, /contato@[^"]*/, 'contato@pão.com.br'],
    ['a site with accents', COMPANY, '"state"', '"map": "pa\u0303o.com.br/mapa", "state"'],
    ['a date as a text', PLAN, 'Sob Consulta', '2026-12-24'],
    ['a text on two lines', PLAN, 'Sob Consulta', 'Sob\n    Consulta'],
    ['Word’s bullet', PLAN, '    - Proteção', '    • Proteção'],
    ['a task in a field', PLAN, PRICE, 'price: "- [ ] Sob Consulta"'],
    ['a comment after a number', PLAN, 'order: 1', 'order: 1 # o primeiro'],
    ['a comment after quotes', PLAN, 'Sob Consulta', '"Sob Consulta" # combinar'],
    ['an empty position', PLAN, 'order: 1', 'order:'],
    ['a phone in digits', COMPANY, '(49) 3000-0000', '49 30000000'],
    ['a phone with its country', COMPANY, '(49) 3000-0000', '+55 (049) 3000 0000'],
    ['a CNPJ in digits', COMPANY, '"phones"', '"cnpj": "12345678000190", "phones"'],
    ['a comma too many, and comments', CLIENT, 'Mel"', 'Mel", /* fim */ // fim'],
  ])('%s', (_title, file, from, to) => {
    expect(issuesAfter(file, from, to)).toEqual([]);
  });
});

describe('in a plan’s Markdown', () => {
  test.each([
    ['a link with a space', 'Veja [x](/a b) agora', '[x](/a b)', 'um link inteiro'],
    ['an unclosed link', 'Um [site](https://exemplo.com', '[site](https:', 'um link inteiro'],
    ['unclosed bold', 'Um **texto', '**texto', '**assim**'],
    ['bold with spaces', 'Um ** texto ** assim', '** texto **', '**assim**'],
    ['struck text with spaces', 'Era ~~ caro ~~', '~~ caro ~~', '~~assim~~'],
    ['a heading without a space', '##Título', '##Título', '## Assim'],
    ['a list hyphen without a space', 'Um:\n-Dois', '-Dois', '- item'],
    ['a table without its delimiter row', '| Plano | Preço |', '| Plano', '|---|---|'],
    ['a Git conflict marker', '<<<<<<< HEAD', '<<<<<<< HEAD', 'conflito do Git'],
    ['HTML', 'Um <b class="x">texto</b>', '<b class="x">', 'sem HTML'],
    ['a comment', '<!-- revisar', '<!-- revisar', 'sem HTML'],
    ['a text in another encoding', 'Um CAFÃ©', 'CAFÃ©', 'os acentos certos'],
  ])('%s is an error', (_title, markdown, found, expected) => {
    const issue = issueWith({ field: 'Texto da página', expected, found });
    expect(issuesAfter(PLAN, /$/, `\n${markdown}\n`)).toEqual([issue]);
  });

  test.each(['', '***', '\u200B'])('%j counts as no text', (text) => {
    const issues = issuesAfter(PLAN, /(?<=\n---\n)[^]*/, `${text}\n`);
    expect(issues).toEqual([issueWith({ found: 'nada escrito' })]);
  });
});
