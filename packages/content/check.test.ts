/** How the check reports errors of the whole content to an editor: one case per rule. */
import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { judgeDrawing, readToEnd } from './picture-rules.ts';
import { report } from './report.ts';
import { sharedContentCopy } from '@site/test-support/content-copy';
import { issueWith } from '@site/test-support/issue-with';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const CLIENT = 'clients/serra-mel.json';
const COMPANY = 'company.json';
const TEXT_PAGE = 'text-pages/privacidade.md';

test('an editor sees all errors of all files at once, each with its location', async () => {
  content.replace(PLAN, 'order: 1', 'order: primeiro');
  content.append(PLAN, '[Ver](/inicio)');
  content.replace(CLIENT, '"order": 2,', '"order": 2');
  expect(report(await content.check(), 'src/content/')).toBe(`Há 3 erros no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Posição” (order)
  Esperado: um número
  Encontrado: “primeiro”

src/content/plans/tecnologia.md, linha 48
  Campo: “Texto da página”
  Esperado: o endereço de uma página que o site tem
  Encontrado: “/inicio”
  Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.

src/content/clients/serra-mel.json, linha 2
  Esperado: uma vírgula entre este valor e o próximo
  Encontrado: “"order": 2”`);
});

describe('an image', () => {
  const drawn = (background: string) =>
    sharp({ create: { width: 200, height: 100, channels: 4, background } }).composite([
      { input: Buffer.from('<svg width="90" height="90"><rect width="90" height="90"/></svg>') },
    ]);
  const drawing = (inside: string, size = 'width="120" height="40"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`;
  const pill = (opacity: number) =>
    drawing(`<rect width="120" height="40" rx="20" opacity="${opacity}"/>`);
  const transparent = () => drawn('#0000').webp().toBuffer();
  const onePixel = () =>
    sharp(Buffer.from(drawing('', 'width="1" height="1"')))
      .png()
      .toBuffer();
  const opaque = () => drawn('#fff').png().toBuffer();
  const gif = () => drawn('#0000').gif().toBuffer();

  const checkLogo = async (name: string, bytes?: () => string | Buffer | Promise<Buffer>) => {
    if (bytes) content.write(`clients/${name}`, await bytes());
    content.replace(CLIENT, './serra-mel.svg', name);
    const [issue] = await content.check();
    return issue?.expected;
  };

  test.each(['NFC', 'NFD'])(
    'whose name a Mac or a browser has spelled is found: %s',
    async (form) => {
      content.replace(CLIENT, './serra-mel.svg', './ca\u0302mera.svg');
      content.write(
        `clients/${'câmera'.normalize(form)}.svg`,
        content.read('clients/serra-mel.svg'),
      );
      content.append(PLAN, '![](../clients/c%C3%A2mera.svg) ![](<../clients/ca\u0302mera.svg>)');
      expect(await content.check()).toEqual([]);
    },
  );

  test.each([
    ['that is missing', './serra-miel.svg', undefined, 'que existe'],
    ['whose letters differ in case', './Serra-Mel.svg', undefined, 'com as mesmas maiúsculas'],
    ['from beside the content', '../../../foto.png', undefined, 'que existe'],
    ['of another site', 'https://exemplo.com/a.svg', undefined, 'como ./nome.svg'],
    ['that is a document', './serra-mel.json', undefined, 'um arquivo de imagem (.svg, '],
    ['that is a GIF', './a.gif', gif, 'salve como PNG'],
    ['without a size', './a.svg', () => drawing('', ''), 'uma imagem inteira'],
    ['whose type differs from its extension', './a.png', transparent, 'do tipo que o nome diz'],
    ['of one pixel', './a.png', onePixel, 'de pelo menos 48 pixels'],
    ['with an opaque background', './a.png', opaque, 'transparente'],
    ['on a pill', './a.svg', () => pill(1), 'transparente'],
    ['fully transparent', './a.svg', () => pill(0), 'todo transparente'],
    ['with a photo inside', './a.svg', () => drawing('A'.repeat(300_000)), 'até 200 KB'],
    ['with a script', './a.svg', () => drawing('<script/>'), 'um desenho sem programas dentro'],
    // Only UTF-8 shows what a drawing does.
    ['in UTF-16', './a.svg', () => Buffer.from(`\uFEFF${pill(1)}`, 'utf16le'), 'em UTF-8'],
    ['in UTF-16 without a mark', './a.svg', () => Buffer.from(pill(1), 'utf16le'), 'em UTF-8'],
    // Its letters are ASCII between escape sequences: “<script>” need not look like it.
    ['in ISO-2022-JP', './a.svg', () => `<?xml encoding='ISO-2022-JP' ?>${pill(1)}`, 'em UTF-8'],
  ])('%s is refused as a logo', async (_title, name, bytes, expected) => {
    expect(await checkLogo(name, bytes)).toContain(expected);
  });

  const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

  test.each(FORMATS)('cut by an upload is refused, in the editor too: %s', async (format) => {
    const reading = (bytes: Uint8Array) => () => {
      readToEnd(bytes, format.replace('jpeg', 'jpg'));
    };
    const whole = await drawn('#0000').toFormat(format).toBuffer();
    const video = Buffer.from('ftypmp42\xFF\xD9\xFF\xDA\xFF\xDA', 'latin1');
    expect(reading(format === 'avif' ? whole : Buffer.concat([whole, video]))).not.toThrow();
    const cut = whole.subarray(0, -20);
    expect(reading(cut)).toThrow(RangeError);
    expect(await checkLogo(`./a.${format}`, () => cut)).toContain('inteira');
  });

  test.each([
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<rect width="1" height="1" onclick="alert(1)"/>',
    '<a href=" java&#10;script:alert(1)"><text>oi</text></a>',
    '<a><set attributeName="href" to="javascript:alert(1)"/></a>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<!DOCTYPE svg [<!ENTITY x "&#60;set/>">]>',
    '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>',
  ])('must contain no active content such as %s', (program) => {
    expect(judgeDrawing(Buffer.from(program))).toContain('sem programas dentro');
  });

  test('may be a drawing exported from Illustrator', async () => {
    const head =
      '\uFEFF<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>';
    const inside = '<!-- Script Studio --><style>.on{fill:red}</style><a href="https://x.com.br"/>';
    const circle = '<circle cx="20" cy="20" r="9"/>';
    const exported = head + drawing(inside + circle, 'viewBox="0 0 40 40"');
    expect(await checkLogo('./a.svg', () => exported)).toBeUndefined();
  });
});

test('an editor is told of each image and link in a text that leads nowhere', async () => {
  const references: [markdown: string, url: string, expected: string][] = [
    ['![Foto](./foto.png)', './foto.png', 'que existe'],
    ['![a][x]\n\n[x]: ./definida.png', './definida.png', 'que existe'],
    ['[Ver](javascript:alert(1))', 'javascript:alert(1)', 'https://'],
    ['[Ver](contato)', 'contato', 'comece com'],
    ['[Ver](./tecnologia.svg)', './tecnologia.svg', 'comece com'],
  ];
  content.append(PLAN, references.map(([markdown]) => markdown).join('\n\n'));
  expect(await content.check()).toEqual(
    references.map(([, url, expected]) =>
      issueWith({ field: 'Texto da página', expected, found: `“${url}”` }),
    ),
  );
});

test('links, sources, code and escaped characters are accepted as people write them', async () => {
  const texts = [
    '[a](www.x.com), [b](x.com.br/contato), [c](contato@x.com.br)',
    '<https://exemplo.com> e <contato@x.com.br>',
    'Segundo o IBGE [1] (https://exemplo.com)',
    '`[x](/a b)` e `**`',
    '\\[x](/a b), \\*\\*, \\<b> e 1 < 2 > 0 #1',
    '[x](/planos "Nossos planos")',
    '[planos](/planos) (todos) e [planos](/planos) (/planos)',
    '• um\n• dois',
  ];
  content.append(PLAN, texts.join('\n\n'));
  expect(await content.check()).toEqual([]);
});

test('a file in the encoding of old Windows programs is accepted', async () => {
  content.write(PLAN, Buffer.from(content.read(PLAN), 'latin1'));
  expect(await content.check()).toEqual([]);
});

describe('files', () => {
  test('a missing file is reported by name', async () => {
    content.delete('pages/home.json');
    const issue = issueWith({ file: 'pages/home.json', found: 'nada: ele não existe' });
    expect(await content.check()).toEqual([issue]);
  });

  const SERVICE_2 = 'services/software-sob-medida.json';
  const SERVICE = 'services/suporte-remoto.json';
  const UNUSED = { found: 'não aparece em lugar nenhum' };
  const NOT_IN_URL = { expected: 'um nome de arquivo' };
  const takenBySite = (path: string) => ({ expected: `${path} já é do site` });

  test('an editor is told of files that the site would not use, and of names that give no free URL', async () => {
    const copies: [original: string, copy: string, issue: object][] = [
      [PLAN, 'plans/404.md', takenBySite('/planos/404')],
      [PLAN, 'plans/Plano Família.md', NOT_IN_URL],
      [TEXT_PAGE, 'text-pages/planos.md', takenBySite('/planos')],
      [COMPANY, 'company (cópia).json', UNUSED],
      [SERVICE, 'pages/extra.json', UNUSED],
      [PLAN, 'plans/antigos/a.md', UNUSED],
      [PLAN, 'plans/novo.json', UNUSED],
      [PLAN, 'plans/novo', UNUSED],
      [PLAN, 'plans/novo.md.txt', UNUSED],
      [PLAN, 'plans/novo.markdown', UNUSED],
      [PLAN, 'novo.mdx', UNUSED],
      // An entry, although no good one.
      [COMPANY, 'plans/readme-plano.md', { expected: 'os campos no começo' }],
    ];
    for (const [original, copy] of copies) content.write(copy, content.read(original));
    const expected = copies.map(([, file, issue]) => issueWith({ file, ...issue }));
    const issues = await content.check();
    expect(issues).toEqual(expect.arrayContaining(expected));
    expect(issues).toHaveLength(copies.length);
  });

  test('whoever renames the page that the contact form links to is told so', async () => {
    content.write('text-pages/dados.md', content.read(TEXT_PAGE));
    content.delete(TEXT_PAGE);
    const issue = issueWith({ file: TEXT_PAGE, expected: 'outra página do site leva a ele' });
    expect(await content.check()).toEqual([issue]);
  });

  test('an editor may have no clients, no WhatsApp, and fewer or more services and values', async () => {
    rmSync(`${content.root}/clients`, { recursive: true });
    content.replace(COMPANY, '"whatsapp": true', '"whatsapp": false');
    for (const number of [5, 6]) content.write(`services/${number}.json`, content.read(SERVICE_2));
    content.delete('values/empatia.json');
    expect(await content.check()).toEqual([]);
    content.append(PLAN, '[clientes](/#clientes)');
    const issue = issueWith({ file: PLAN, expected: 'uma parte que a página / tem' });
    expect(await content.check()).toEqual([issue]);
  });

  test('an editor who links to the other plans is told when there are none', async () => {
    content.append(PLAN, '[outros](#outros)');
    expect(await content.check()).toEqual([]);
    content.delete('plans/midia-social.md');
    const expected = 'uma parte que a página /planos/tecnologia tem';
    expect(await content.check()).toEqual([issueWith({ file: PLAN, expected })]);
  });

  test('notes, backups and unused pictures are ignored', async () => {
    for (const file of ['.DS_Store', 'plans/README.md', 'plans/a.md.bak', 'clients/antigo.png']) {
      content.write(file, 'x');
    }
    expect(await content.check()).toEqual([]);
  });
});
