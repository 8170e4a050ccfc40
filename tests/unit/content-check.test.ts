/** How the check reports errors to an editor: one case per rule. */
import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findUnusedPictures } from '../../src/content-check/check.ts';
import { planRedirects } from '../../src/content-check/plan-paths.ts';
import { report } from '../../src/content-check/report.ts';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const CLIENT = 'clients/serra-mel.json';
const COMPANY = 'company.json';
const TEXT_PAGE = 'text-pages/privacidade.md';
const PRICE = 'price: Sob Consulta';

test('the repository’s own content has no errors', async () => {
  expect(await content.check()).toEqual([]);
});

test('an editor sees all errors of all files at once, each with its location', async () => {
  content.replace(PLAN, 'order: 1', 'order: primeiro');
  content.append(PLAN, '[Ver](/inicio)');
  content.replace(CLIENT, '"order": 2,', '"order": 2');
  content.replace(COMPANY, '"(49) 90000-0000"', '"90000-0000"');
  expect(report(await content.check())).toBe(`Há 4 erros no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Ordem” (order)
  Esperado: um número
  Encontrado: “primeiro”

src/content/plans/tecnologia.md, linha 48
  Campo: “Texto da página”
  Esperado: o endereço de uma página que o site tem
  Encontrado: “/inicio”
  Você quis dizer “/#início”?

src/content/clients/serra-mel.json, linha 2
  Esperado: uma vírgula entre este valor e o próximo
  Encontrado: “"order": 2”

src/content/company.json, linha 5
  Campo: “Telefones › item 1 › Número” (phones[0].number)
  Esperado: telefone como (49) 90000-0000, 0800 000 0000 ou 4004-0000, e no fim “ramal 2”, se houver
  Encontrado: “90000-0000”`);
});

test.each([
  ['  price:', '  Preco:', '“Na lista de planos › Preço” (list.price)'],
  ['order: 1', 'order: 1\nprice: x', '“Na lista de planos › Preço” (list.price)'],
  ['  price:', '  icon: x\n  price:', '“Ícone” (icon)'],
  ['  price:', '  titulo: x\n  price:', '“Na lista de planos › Título” (list.title)'],
  ['laptop-minimal-check', 'Notebok em ordem', '“laptop-minimal-check”'],
])('an editor who turns %j into %j is asked about %s', async (from, to, meant) => {
  content.replace(PLAN, from, to);
  expect(report(await content.check())).toContain(`Você quis dizer ${meant}?`);
});

test.each([
  ['a Portuguese “sim”', COMPANY, 'true', 'sim', 6, 'true ou false'],
  ['no text', CLIENT, /^[\s\S]*$/, '', 1, '{ no começo'],
  ['a lone backslash', CLIENT, 'Serra Mel', 'Serra\\Mel', 4, 'duas barras invertidas'],
  ['no front matter', PLAN, /^---\n/, '', 1, 'duas linhas de três hífens'],
  ['a list of fields', PLAN, /^---[^]*?\n---/, '---\n- order: 1\n---', 2, 'um campo por linha'],
  ['a field twice', PLAN, 'order: 1', 'order: 1\norder: 2', 3, 'cada campo uma vez só'],
  ['an unclosed quote', PLAN, PRICE, 'price: "Sob', 15, 'o que falta aqui: aspas'],
  ['quotes in quotes', PLAN, PRICE, 'price: "O "b" e "c"', 15, 'curvas'],
  ['a colon in a text', PLAN, PRICE, 'price: Preço: x', 15, 'um texto com dois-pontos'],
  ['a tab', PLAN, '  price:', '\tprice:', 15, 'em vez de tabulação'],
  ['a reserved character', PLAN, PRICE, 'price: @consulta', 15, 'que começa com este caractere'],
  ['a wrong indent', PLAN, '  price:', '   price:', 15, 'recuo'],
  ['a field without colon', PLAN, 'order: 1', 'order 1', 2, 'dois-pontos'],
  ['a text that YAML cuts at #', PLAN, PRICE, 'price: Sob #Consulta', 15, 'um texto com #'],
  ['an alias without an anchor', PLAN, PRICE, 'price: *Consulta', 15, 'que começa com & ou *'],
  ['an anchor', PLAN, PRICE, 'price: &consulta x', 15, 'que começa com & ou *'],
])('a file with %s is reported with the line', async (_, file, from, to, line, expected) => {
  content.replace(file, from, to);
  await content.expectIssue({ file, line, expected });
});

const FEATURES = /(?<=  features:)\n[^]*?(?=  price)/;
const WHATSAPP = /(?<="number": ")[^"]*/;
const PHONES = /"phones": \[[^\]]*\]/;
const VALUE = 'values/empatia.json';
const HOURS = (hours: string) => `"hours": "Sábado, ${hours}", "phones"`;
const GREETING = /"greeting": ".*"/;

test.each([
  ['__proto__ in YAML', PLAN, /(?<=^---)/, '\n__proto__: 1', '__proto__', 'só campos', '“__'],
  ['__proto__ in JSON', CLIENT, /(?<=^\{)/, '"__proto__": 1,', '__proto__', 'só campos', '“__'],
  ['nothing', PLAN, /  price:.*\n/, '', 'list.price', 'um texto', 'nada: falta o campo'],
  ['no text', PLAN, ' Sob Consulta', '', 'list.price', 'um texto', 'o campo está vazio'],
  ['a page without title', TEXT_PAGE, ' Privacidade', '', 'title', 'um texto', 'vazio'],
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
  ['no postal code', COMPANY, '88500-000', '885', 'address.postalCode', 'CEP no formato', '885'],
  ['no group', COMPANY, /"address": \{[^}]*\}/, '"address": 1', 'address', 'um grupo de', '1'],
  ['no phone', COMPANY, PHONES, '"phones": []', 'phones', 'pelo menos 1 item', '0'],
  ['0800', COMPANY, WHATSAPP, '0800 123 4567', 'phones[0].number', 'para o WhatsApp, um', '“0800'],
  ['4004', COMPANY, WHATSAPP, '4004-0000', 'phones[0].number', 'celular ou fixo com DDD', '“4004'],
  [
    'ramal',
    COMPANY,
    WHATSAPP,
    '(49) 3000-0000 ramal 2',
    'phones[0].number',
    'sem ramal',
    'ramal 2',
  ],
  ['two WhatsApps', COMPANY, 'false', 'true', 'phones', 'no máximo um telefone', '2 marcados'],
  ['a name without letters', CLIENT, 'Serra Mel', '🎉🎉', 'alt', 'um nome com letras', '🎉🎉'],
  ['an impossible time', COMPANY, '"phones"', HOURS('das 8h às 25h'), 'hours', 'até 24h', '“25h”'],
  ['no {plano}', 'pages/plan.json', GREETING, '"greeting": "Olá"', 'greeting', '{plano}', 'Olá'],
])(
  'an editor reads which field is wrong, what it takes and what it has: %s',
  async (_, file, from, to, field, expected, found) => {
    content.replace(file, from, to);
    await content.expectIssue({ file, field: `(${field})`, expected, found });
  },
);

describe('what a program can repair or tolerate is no error', () => {
  const PEOPLE = /,\s*"people": \[[^\]]*\]/;

  test.each([
    ['no people', COMPANY, PEOPLE, ''],
    ['empty optional fields', COMPANY, PEOPLE, ', "people": [], "hours": "", "cnpj": ""'],
    ['the place of another plan', PLAN, 'order: 1', 'order: 2'],
    ['line ends of old Macs', PLAN, 'order: 1\n', 'order: 1\r'],
    ['no-break spaces around a field', PLAN, '  price: ', '\u00A0\u00A0price:\u00A0'],
    ['invisible characters', PLAN, 'Sob', '\u202ESo\u00ADb\u200B'],
    ['direction marks from WhatsApp', COMPANY, '(49) 9', '\u202A(49)\u00A09'],
    ['Word’s hyphens in a phone', COMPANY, '90000-0000', '90000\u20110000'],
    ['Word’s dashes in a postal code', COMPANY, '88500-000', '88500–000'],
    ['spaces around an e-mail', COMPANY, '"contato@', '" contato@'],
    ['a number without area code', COMPANY, '(49) 3000-0000', '0800 123 4567 ramal 2'],
    ['a link in capitals', COMPANY, '"state"', '"map": "HTTPS://maps.app", "state"'],
    ['hours around the clock', COMPANY, '"phones"', HOURS('das 0h às 24h')],
    ['any state', COMPANY, 'SC', 'PR'],
    ['no words for the picture search', PLAN, /  imageSearch:.*\n/, ''],
    ['a date as a text', PLAN, 'Sob Consulta', '2026-12-24'],
    ['a number in quotes', CLIENT, '2', '"2"'],
    ['a text on two lines', PLAN, 'Sob Consulta', 'Sob\n    Consulta'],
    ['Word’s bullet', PLAN, '    - Proteção', '    • Proteção'],
    ['Word’s bullet in a field', PLAN, PRICE, 'price: "•\tSob Consulta"'],
    ['a comment after a text', PLAN, 'Sob Consulta', 'Sob Consulta # combinar'],
    ['a $schema entry', CLIENT, '{', '{ "$schema": "../clients.schema.json",'],
    ['an extra comma', CLIENT, '"Serra Mel"', '"Serra Mel",'],
    ['a comment in JSON', CLIENT, '"order": 2,', '"order": 2, // dois'],
  ])('%s', async (_title, file, from, to) => {
    content.replace(file, from, to);
    expect(await content.check()).toEqual([]);
  });

  test('a file in the encoding of old Windows programs', async () => {
    content.write(PLAN, Buffer.from(content.read(PLAN), 'latin1'));
    expect(await content.check()).toEqual([]);
  });
});

describe('an image', () => {
  const IMAGE = './serra-mel.svg';
  const DRAWING = 'clients/serra-mel.svg';
  const drawn = (background: string) =>
    sharp({ create: { width: 200, height: 100, channels: 4, background } }).composite([
      { input: Buffer.from('<svg width="90" height="90"><rect width="90" height="90"/></svg>') },
    ]);
  const WITHOUT_SIZE = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const box = (width: number, height: number, round = 0, opacity = 1) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${round}" fill="white" opacity="${opacity}"/><circle cx="20" cy="20" r="9" opacity="${opacity}"/></svg>`;
  const cut = async () => (await drawn('#0000').png().toBuffer()).subarray(0, -20);
  const transparent = () => drawn('#0000').webp().toBuffer();

  test.each([
    ['that is missing', './serra-miel.svg', '', 'que existe'],
    ['whose letters differ in case', './Serra-Mel.svg', '', 'com as mesmas maiúsculas'],
    ['of another site', 'https://exemplo.com/a.svg', '', 'como ./nome.svg'],
    ['that is a document', './serra-mel.json', '', 'uma imagem inteira (.svg, '],
    ['without a size', './a.svg', () => WITHOUT_SIZE, 'uma imagem inteira'],
    ['truncated by an upload', './a.png', cut, 'uma imagem inteira'],
    ['whose type differs from its extension', './a.png', transparent, 'do tipo que o nome diz'],
    ['with an opaque background', './a.png', () => drawn('#fff').png().toBuffer(), 'transparente'],
    ['drawn with an opaque background', './a.svg', () => box(120, 40), 'transparente'],
    ['on a wide background', './a.svg', () => box(300, 100), 'transparente'],
    ['on an odd background', './a.svg', () => box(512, 137), 'transparente'],
    ['on a box with round corners', './a.svg', () => box(120, 40, 12), 'transparente'],
    ['on a pill', './a.svg', () => box(120, 40, 20), 'transparente'],
    ['fully transparent', './a.svg', () => box(120, 40, 0, 0), 'todo transparente'],
  ])('%s is refused as a logo', async (_title, name, bytes, expected) => {
    content.replace(CLIENT, IMAGE, name);
    if (typeof bytes === 'function') content.write(`clients/${name}`, await bytes());
    await content.expectIssue({ line: 3, field: '(src)', expected, found: `“${name}”` });
  });

  test.each([
    '<script>alert(1)</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<rect width="1" height="1" onclick="alert(1)"/>',
    '<a href=" java&#10;script:alert(1)"><text>oi</text></a>',
    '<a><set attributeName="href" to="javascript:alert(1)"/></a>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<!DOCTYPE svg [<!ENTITY x "&#60;set/>">]>',
    '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>',
  ])('must contain no active content such as %s', async (program) => {
    content.replace(DRAWING, '</svg>', `${program}</svg>`);
    await content.expectIssue({ expected: 'um desenho sem programas dentro' });
  });

  test('may be a drawing exported from Illustrator', async () => {
    const head =
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>';
    const inside = '<!-- Script Studio --><style>.on{fill:red}</style><a href="https://x.com.br"/>';
    const drawing = content.read(DRAWING).replace(/ (?:width|height)="\d+"/g, '');
    content.write(DRAWING, `${head}${drawing.replace('</svg>', `${inside}</svg>`)}`);
    expect(await content.check()).toEqual([]);
  });
});

describe('in a plan’s Markdown', () => {
  test.each([
    ['a missing image', '![Foto](./foto.png)', '“./foto.png”', 'que existe'],
    ['an image defined elsewhere', '![a][x]\n\n[x]: ./foto.png', '“./foto.png”', 'que existe'],
    ['a script as a link', '[Ver](javascript:alert(1))', '“javascript:alert(1)”', 'https://'],
    ['a link without a scheme or slash', '[Ver](contato)', '“contato”', 'comece com'],
    ['a link to a picture', '[Ver](./tecnologia.svg)', '“./tecnologia.svg”', 'comece com'],
    ['a link with a space', 'Veja [x](/a b) agora', '[x](/a b)', 'um link inteiro'],
    ['an unclosed link', 'Um [site](https://exemplo.com', '[site](https:', 'um link inteiro'],
    ['a picture with a space', '![x](minha foto.JPG)', '![x](minha', 'um link inteiro'],
    ['unclosed bold', 'Um **texto', '**texto', '**assim**'],
    ['bold with spaces', 'Um ** texto ** assim', '** texto **', '**assim**'],
    ['struck text', 'Era ~~caro~~', '~~caro~~', 'sem ~~'],
    ['a heading without a space', '##Título', '##Título', '## Assim'],
    ['checkboxes', '- [ ] um', '[ ] um', 'sem caixas de marcar'],
    ['a list hyphen without a space', 'Um:\n-Dois', '-Dois', '- item'],
    ['a table without its delimiter row', '| Plano | Preço |', '| Plano', '|---|---|'],
    ['a Git conflict marker', '<<<<<<< HEAD', '<<<<<<< HEAD', 'conflito do Git'],
    ['HTML', 'Um <b class="x">texto</b>', '<b class="x">', 'sem HTML'],
    ['a comment', '<!-- revisar', '<!-- revisar', 'sem HTML'],
  ])('%s is an error', async (_title, markdown, found, expected) => {
    content.append(PLAN, markdown);
    await content.expectIssue({ file: PLAN, field: 'Texto da página', expected, found });
  });

  test.each(['', '***', '\u200B'])('%j counts as no text', async (text) => {
    const [, fields] = content.read(PLAN).split('---\n');
    content.write(PLAN, `---\n${fields ?? ''}---\n${text}\n`);
    await content.expectIssue({ file: PLAN, found: 'nada escrito' });
  });

  test.each([
    ['a link as people write it', '[a](www.x.com), [b](x.com.br/contato), [c](contato@x.com.br)'],
    ['links as mail programs write them', '<https://exemplo.com> e <contato@x.com.br>'],
    ['a source', 'Segundo o IBGE [1] (https://exemplo.com)'],
    ['code', '`[x](/a b)` e `**`'],
    ['escaped characters', '\\[x](/a b), \\*\\*, \\<b> e 1 < 2 > 0 #1'],
    ['a link with a title', '[x](/planos "Nossos planos")'],
    ['brackets after a link', '[planos](/planos) (todos) e [planos](/planos) (/planos)'],
    ['Word’s bullets', '• um\n• dois'],
  ])('%s is accepted', async (_title, markdown) => {
    content.append(PLAN, markdown);
    expect(await content.check()).toEqual([]);
  });
});

describe('files', () => {
  test.each(['pages/home.json', PLAN])('a missing %s is reported by name', async (file) => {
    content.delete(file);
    await content.expectIssue({ file, found: 'nada: ele não existe' });
  });

  const SERVICE_2 = 'services/software-sob-medida.json';
  const OTHER_PLAN = 'plans/midia-social.md';
  const OLD_PATH = '- /planos/redes';
  const SERVICE = 'services/suporte-remoto.json';
  const UNUSED = { found: 'não aparece em lugar nenhum' };
  const takenBySite = (path: string) => ({ expected: `${path} já é do site` });
  const NO_URL = { expected: 'um nome de arquivo' };

  test.each([
    [SERVICE, 'pages/extra.json', UNUSED],
    [COMPANY, 'company (cópia).json', UNUSED],
    [PLAN, 'plans/novo.json', UNUSED],
    [PLAN, 'plans/antigos/a.md', UNUSED],
    [PLAN, 'plans/Plano Família.md', NO_URL],
    [PLAN, 'plans/plano_novo.md', NO_URL],
    [PLAN, 'plans/404.md', takenBySite('/planos/404')],
    [TEXT_PAGE, 'text-pages/planos.md', takenBySite('/planos')],
    [TEXT_PAGE, 'text-pages/Termos.md', NO_URL],
  ])('an editor who copies %s to %s is told of the error', async (file, copy, issue) => {
    content.write(copy, content.read(file));
    await content.expectIssue({ file: copy, ...issue });
  });

  test('an editor may have no clients, no WhatsApp, and fewer or more services and values', async () => {
    rmSync(`${content.root}/clients`, { recursive: true });
    content.replace(COMPANY, '"whatsapp": true', '"whatsapp": false');
    for (const number of [5, 6]) content.write(`services/${number}.json`, content.read(SERVICE_2));
    content.delete('values/empatia.json');
    expect(await content.check()).toEqual([]);
    content.append(PLAN, '[clientes](/#clientes)');
    await content.expectIssue({ file: PLAN, expected: 'uma parte que a página / tem' });
  });

  test('a plan that other sites link to stays, or another lists its path as an old one', async () => {
    content.delete(PLAN);
    await content.expectIssue({ file: PLAN, found: 'nada: ele não existe' });
    content.replace(OTHER_PLAN, OLD_PATH, '- /planos/tecnologia');
    expect(await content.check()).toEqual([]);
  });

  test.each([
    ['/planos', 'um endereço que já não tem página'],
    ['/planos/tecnologia', 'um endereço que já não tem página'],
    ['/robots.txt', 'um endereço do site, como /planos/nome-antigo'],
  ])('an editor cannot enter the old path %s', async (path, expected) => {
    content.replace(OTHER_PLAN, OLD_PATH, `${OLD_PATH}\n  - ${path}`);
    await content.expectIssue({ file: OTHER_PLAN, expected });
  });

  test('an old path that a duplicated plan copies leads to the original', () => {
    content.write('plans/copia.md', content.read(OTHER_PLAN).replace('order: 2', 'order: 9'));
    const redirects = [{ from: '/planos/redes', to: '/planos/midia-social' }];
    expect(planRedirects(content.root)).toEqual(redirects);
  });

  test('a client may be deleted, and the logo left behind is reported', async () => {
    expect(findUnusedPictures(content.root)).toEqual([]);
    content.delete(CLIENT);
    expect(await content.check()).toEqual([]);
    expect(findUnusedPictures(content.root)).toEqual(['clients/serra-mel.svg']);
  });

  test.each(['.DS_Store', 'plans/README.md', 'plans/a.md.bak', 'clients/antigo.png'])(
    '%s is ignored',
    async (file) => {
      content.write(file, 'x');
      expect(await content.check()).toEqual([]);
    },
  );
});
