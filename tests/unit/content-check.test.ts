/** What an editor is told about mistakes that are not a matter of one field's rule. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkContent } from '../../src/content-check/check.ts';
import { report } from '../../src/content-check/report.ts';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const CLIENT = 'clients/serra-mel.json';

test('content as it is in the repository has no mistakes', async () => {
  expect(await content.check()).toEqual([]);
});

test('npm run check:content answers in less than two seconds', { timeout: 30_000 }, () => {
  // The quickest of three: what other tests take from the processor meanwhile is not its own.
  const seconds = [1, 2, 3].map(() => {
    const started = performance.now();
    const { status, stdout } = spawnSync('node', ['scripts/check-content.ts'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'O conteúdo está em ordem.\n' });
    return (performance.now() - started) / 1000;
  });
  expect(Math.min(...seconds)).toBeLessThan(2);
});

test('several mistakes in several files are reported together, each with its place', async () => {
  content.replace(PLAN, 'order: 1', 'order: primeiro');
  content.replace(PLAN, '  price: Sob Consulta', '  preço: Sob Consulta');
  content.replace('company.json', '"(49) 90000-0000"', '"90000-0000"');
  expect(report(await content.check())).toBe(`Há 4 erros no conteúdo:

src/content/plans/tecnologia.md, linha 2
  Campo: “Ordem” (order)
  Esperado: um número
  Encontrado: “primeiro”

src/content/plans/tecnologia.md, linha 7
  Campo: “Na lista de planos › Preço” (list.price)
  Esperado: um texto
  Encontrado: nada: o campo falta

src/content/plans/tecnologia.md, linha 15
  Campo: “Na lista de planos” (list.preço)
  Esperado: só campos que o site conhece
  Encontrado: “preço”
  Você quis dizer “price”?

src/content/company.json, linha 4
  Campo: “Telefones › item 1 › Número” (phones[0].number)
  Esperado: telefone no formato (49) 3000-0000 ou (49) 90000-0000
  Encontrado: “90000-0000”`);
});

describe('an unknown field comes with a guess at what was meant', () => {
  test.each([
    ['a slip', PLAN, '  price:', '  prise:', 'Você quis dizer “price”?'],
    ['its label in the editor', PLAN, '  price:', '  Preço:', 'Você quis dizer “price”?'],
    ['a label without accents', PLAN, '  price:', '  preco:', 'Você quis dizer “price”?'],
    [
      'a field of another group',
      PLAN,
      'order: 1',
      'order: 1\nprice: x',
      'Você quis dizer “list.price”, no grupo “Na lista de planos”?',
    ],
    [
      'a field outside its group',
      PLAN,
      '  price:',
      '  order: 1\n  price:',
      'Você quis dizer “order”, fora dos grupos?',
    ],
    [
      'an option',
      PLAN,
      'icon: laptop-minimal-check',
      'icon: laptop-minimal-chek',
      'Você quis dizer “laptop-minimal-check”?',
    ],
    [
      "an option's label",
      PLAN,
      'icon: laptop-minimal-check',
      'icon: Notebook em ordem',
      'Você quis dizer “laptop-minimal-check”?',
    ],
    ['nothing like anything', PLAN, 'order: 1', 'order: 1\nxyzxyzxyz: 1', undefined],
  ])('%s', async (_title, file, from, to, advice) => {
    content.replace(file, from, to);
    const problems = await content.check();
    expect(problems.map((problem) => problem.advice)).toContain(advice);
  });
});

test('the address of a schema, which some editors write into a file, is no field', async () => {
  content.replace(CLIENT, '"order": 2', '"$schema": "../clients.schema.json", "order": 2');
  expect(await content.check()).toEqual([]);
});

test('two unknown fields are two mistakes', async () => {
  content.replace(CLIENT, '"order": 2', '"order": 2, "site": "x", "cor": "y"');
  expect((await content.check()).map(({ found }) => found)).toEqual(['“site”', '“cor”']);
});

describe('a file that cannot be read says on which line, and what it lacks', () => {
  test.each([
    ['a missing comma', CLIENT, '"order": 2,', '"order": 2', 3, 'uma vírgula'],
    ['a comma too many', CLIENT, '"Serra Mel"', '"Serra Mel",', 5, 'sem vírgula sobrando'],
    ['a missing quote', CLIENT, '"Serra Mel"', '"Serra Mel', 4, 'aspas (") também no fim'],
    ['no quotes at all', CLIENT, '"Serra Mel"', 'Serra Mel', 4, 'um texto entre aspas retas'],
    ['curly quotes', CLIENT, '"Serra Mel"', '“Serra Mel”', 4, 'um texto entre aspas retas'],
    ['a missing colon', CLIENT, '"order": 2', '"order" 2', 2, 'dois-pontos'],
    ['a missing brace', CLIENT, /\}\s*$/, '', 5, 'uma chave fechada'],
    ['a comment', CLIENT, '"order": 2,', '"order": 2, // dois', 2, 'nenhum comentário'],
    ['a brace too many', CLIENT, /\}\s*$/, '}\n}', 6, 'nada depois da última chave'],
    ['a lone backslash', CLIENT, 'Serra Mel', 'Serra\\Mel', 4, 'duas barras invertidas'],
    [
      'a field twice',
      CLIENT,
      '"order": 2,',
      '"order": 2,\n  "order": 3,',
      3,
      'cada campo uma vez só',
    ],
    ['an empty file', CLIENT, /^[\s\S]*$/, '', 1, '{ no começo'],
    ['a missing first brace', CLIENT, /^\{/, '', 2, '{ no começo'],
    ['a space from a web page', CLIENT, '"order": 2', '"order":\u00A02', 2, 'espaços comuns'],
    ['a mark before the first sign', CLIENT, /^\{/, '\uFEFF{', 1, 'UTF-8 sem BOM'],
    ['line ends of old', CLIENT, '"order": 2,\n', '"order": 2,\r', 2, 'LF ou CRLF'],
    ['line ends of old in a plan', PLAN, 'order: 1', 'order: 1\rseo: x', 2, 'LF ou CRLF'],
    [
      'a conflict of Git',
      CLIENT,
      '  "order": 2,',
      '<<<<<<< HEAD\n"order": 2,\n=======\n"order": 3,\n>>>>>>> main',
      2,
      'uma versão só',
    ],
    [
      'a conflict of Git in a plan',
      PLAN,
      'order: 1',
      '<<<<<<< HEAD\norder: 1\n=======\norder: 3\n>>>>>>> main',
      2,
      'uma versão só',
    ],
    ['an empty plan', PLAN, /^[\s\S]*$/, '', 1, 'duas linhas de três hífens'],
    ['no front matter', PLAN, /^---\n/, '', 1, 'duas linhas de três hífens'],
    ['an unclosed front matter', PLAN, /\n---\n/, '\n', 34, 'a segunda linha de três hífens'],
    [
      'a field twice in front matter',
      PLAN,
      'order: 1',
      'order: 1\norder: 2',
      3,
      'cada campo uma vez só',
    ],
    [
      'an unclosed quote',
      PLAN,
      'title: Suporte Tecnológico Pro',
      'title: "Suporte',
      5,
      'também no fim',
    ],
    [
      'a colon inside a text',
      PLAN,
      'price: Sob Consulta',
      'price: Preço: sob consulta',
      15,
      'aspas em volta de um texto que tem dois-pontos',
    ],
    ['a tab', PLAN, '  price:', '\tprice:', 15, 'espaços no começo da linha'],
    [
      'a text that begins with a special sign',
      PLAN,
      'price: Sob Consulta',
      'price: @consulta',
      15,
      'aspas em volta',
    ],
    ['a wrong indent', PLAN, '  price:', '   price:', 15, 'recuo'],
    [
      'a text that begins with !',
      PLAN,
      'price: Sob Consulta',
      'price: !Sob Consulta',
      15,
      'aspas em volta de um texto que começa com !',
    ],
    [
      'a text that begins with &',
      PLAN,
      'price: Sob Consulta',
      'price: &c Consulta',
      15,
      'aspas em volta de um texto que começa com &',
    ],
    [
      'a text that begins with *',
      PLAN,
      'price: Sob Consulta',
      'price: *Consulta*',
      15,
      'aspas em volta de um texto que começa com *',
    ],
    [
      'a text whose first word is bold',
      PLAN,
      'price: Sob Consulta',
      'price: **Sob** Consulta',
      15,
      'aspas em volta de um texto que começa com *',
    ],
    [
      'texts that grow out of one another',
      PLAN,
      'order: 1',
      'order: 1\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]',
      3,
      'aspas em volta de um texto que começa com &',
    ],
    [
      'a text with a # that would cut it',
      PLAN,
      'price: Sob Consulta',
      'price: Sob #Consulta',
      15,
      'aspas em volta de um texto que tem #',
    ],
    [
      'an item that is all behind a #',
      PLAN,
      '    - Suporte remoto por',
      '    - #1 em suporte remoto por',
      11,
      'aspas em volta de um texto que tem #',
    ],
    [
      'a text whose second line is a #',
      PLAN,
      'price: Sob Consulta',
      'price: Sob Consulta\n    #barato',
      16,
      'aspas em volta de um texto que tem #',
    ],
    [
      'a number in a notation that only Astro knows',
      PLAN,
      'price: Sob Consulta',
      'price: 0b11',
      15,
      'aspas em volta deste valor',
    ],
    [
      'a field behind hyphens',
      PLAN,
      'order: 1',
      '---order: 1',
      2,
      'nenhuma linha que comece com ---',
    ],
    ['a field without colon', PLAN, 'order: 1', 'order 1', 2, 'dois-pontos'],
  ])('%s', async (_title, file, from, to, line, expected) => {
    content.replace(file, from, to);
    const problems = await content.check();
    expect(problems[0]).toMatchObject({ file, line });
    expect(problems[0]?.expected).toContain(expected);
    expect(problems[0]?.found).not.toBe('');
  });
});

test.each([PLAN, CLIENT])('%s says that it is empty where it is', async (file) => {
  content.write(file, '\n');
  expect((await content.check())[0]?.found).toBe('nada: o arquivo está vazio');
});

describe('a field that every object has is as unknown as any', () => {
  test.each([
    ['__proto__', CLIENT, '"order": 2', '"order": 2, "__proto__": 1'],
    ['constructor', CLIENT, '"order": 2', '"order": 2, "constructor": { "prototype": 1 }'],
    ['__proto__', PLAN, 'order: 1', 'order: 1\n__proto__: 1'],
    ['toString', PLAN, 'order: 1', 'order: 1\ntoString: 1'],
  ])('%s in %s', async (name, file, from, to) => {
    content.replace(file, from, to);
    expect(await content.check()).toMatchObject([
      { file, field: name, expected: 'só campos que o site conhece', found: `“${name}”` },
    ]);
  });
});

describe('a file in another encoding says to save it as UTF-8', () => {
  const intact = content.read(PLAN);
  test.each([
    ['Windows-1252', Buffer.from(intact, 'latin1'), 4],
    ['UTF-16', Buffer.from(`\uFEFF${intact}`, 'utf16le'), 1],
    ['UTF-16 without a mark', Buffer.from(intact, 'utf16le'), 1],
  ])('%s', async (_title, bytes, line) => {
    content.write(PLAN, bytes);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({ file: PLAN, expected: 'um arquivo salvo como UTF-8' });
    expect(problem.line).toBeGreaterThanOrEqual(line);
    expect(problem.advice).toContain('Salvar como');
  });

  test('and nobody minds the mark that some programs put before a Markdown text', async () => {
    content.write(PLAN, `\uFEFF${intact}`);
    expect(await content.check()).toEqual([]);
  });
});

test('a file that the check cannot cope with is named in Portuguese', async () => {
  content.write(CLIENT, `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  content.replace(PLAN, 'order: 1', `order: ${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const problems = await content.check();
  expect(problems.map(({ file }) => file)).toEqual([PLAN, CLIENT]);
});

test('a comment on a line of its own does no harm', async () => {
  content.replace(PLAN, '  price:', '  # combinar com vendas\n  price:');
  content.replace(PLAN, 'order: 1', '# primeiro\norder: 1');
  expect(await content.check()).toEqual([]);
});

test('every text that a # cuts is reported at once', async () => {
  content.replace(PLAN, 'price: Sob Consulta', 'price: Sob #Consulta');
  content.replace(PLAN, 'cta: Saiba Mais', 'cta: Saiba #Mais');
  expect((await content.check()).map(({ line }) => line)).toEqual([15, 16]);
});

describe('one slip is one mistake, with what helps', () => {
  const COMPANY = 'company.json';
  const NUMBER = '"(49) 90000-0000"';
  test.each([
    [
      'items without a space behind the hyphen',
      PLAN,
      /(?<=features:\n)(?: {4}- .*\n)+/,
      '    -Suporte\n    -Cópias\n',
      { expected: 'uma lista', advice: 'Cada item da lista começa com hífen e espaço: “- item”.' },
    ],
    [
      'an option in quotes',
      'values/empatia.json',
      /"delay": [\d.]+/,
      '"delay": "0.1"',
      { advice: 'Escreva 0.1 sem aspas.' },
    ],
    [
      'a number in quotes',
      CLIENT,
      '"order": 2',
      '"order": "2"',
      { expected: 'um número', advice: 'Escreva 2 sem aspas.' },
    ],
    [
      'a yes in quotes',
      COMPANY,
      '"whatsapp": true',
      '"whatsapp": "true"',
      { advice: 'Escreva true sem aspas.' },
    ],
    [
      'a yes with a capital letter',
      COMPANY,
      '"whatsapp": true',
      '"whatsapp": True',
      { expected: 'true (sim) ou false (não), em minúsculas' },
    ],
    [
      'a yes in Portuguese',
      COMPANY,
      '"whatsapp": true',
      '"whatsapp": sim',
      { expected: 'true (sim) ou false (não), em minúsculas' },
    ],
    [
      'a zero before a number',
      CLIENT,
      '"order": 2',
      '"order": 02',
      { expected: 'um número sem zeros na frente' },
    ],
    [
      'a number beyond all',
      CLIENT,
      '"order": 2',
      '"order": 1e23',
      { expected: 'no máximo 9999', found: '1e+23, um número' },
    ],
    [
      'two WhatsApp numbers',
      COMPANY,
      '"whatsapp": false',
      '"whatsapp": true',
      { expected: 'exatamente um telefone marcado como WhatsApp', found: '2 marcados' },
    ],
    [
      'no WhatsApp number',
      COMPANY,
      '"whatsapp": true',
      '"whatsapp": false',
      { found: 'nenhum marcado' },
    ],
    [
      'no number at all',
      COMPANY,
      /"phones": \[[\s\S]*?\]/,
      '"phones": []',
      { expected: 'pelo menos 1 item', found: '0 itens' },
    ],
    [
      'a number between unseen spaces',
      COMPANY,
      NUMBER,
      '"\u200B(49) 90000-0000"',
      { found: '“[U+200B](49) 90000-0000”' },
    ],
  ])('%s', async (_title, file, from, to, problem) => {
    content.replace(file, from, to);
    const [first, ...others] = await content.check();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ file, ...problem });
  });
});

test('a number or a date where text belongs says that quotes make it text', async () => {
  content.replace(PLAN, 'price: Sob Consulta', 'price: 2026-12-24');
  expect((await content.check())[0]?.found).toBe('2026-12-24, uma data; entre aspas vira texto');
});

const image = './serra-mel.svg';

describe('an image', () => {
  test.each([
    ['that is not there', './serra-miel.svg', 'que existe'],
    ['whose letters differ in case', './Serra-Mel.svg', 'com as mesmas maiúsculas'],
    ['without ./ before its name', 'serra-mel.svg', 'como ./nome.svg'],
    ['of another site', 'https://exemplo.com/a.svg', 'como ./nome.svg'],
    ['that is a document', './serra-mel.json', 'de um destes tipos'],
  ])('%s is a mistake', async (_title, path, expected) => {
    content.replace(CLIENT, image, path);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({
      file: CLIENT,
      line: 3,
      field: 'src',
      label: 'Logotipo',
      found: `“${path}”`,
    });
    expect(problem.expected).toContain(expected);
  });

  test.each([
    ['empty', ''],
    ['a document with an image’s name', 'Olá'],
    ['without any measure', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('that is %s is a mistake', async (_title, text) => {
    content.write('clients/serra-mel.svg', text);
    const [problem] = await content.check();
    expect(problem).toMatchObject({ file: CLIENT, field: 'src' });
    expect(problem?.expected).toContain('uma imagem inteira');
  });
});

describe('an image of pixels', () => {
  const logo = { file: CLIENT, field: 'src', found: '“./logo.png”' };
  const drawn = (background: string) =>
    sharp({ create: { width: 200, height: 100, channels: 4, background } }).composite([
      { input: Buffer.from('<svg width="90" height="90"><rect width="90" height="90"/></svg>') },
    ]);
  const noise = () =>
    sharp(randomBytes(200 * 100 * 3), { raw: { width: 200, height: 100, channels: 3 } });

  test.each(['png', 'webp', 'avif'] as const)(
    'may be a logo as %s where its background is transparent',
    async (format) => {
      content.replace(CLIENT, image, `./logo.${format}`);
      content.write(`clients/logo.${format}`, await drawn('#0000').toFormat(format).toBuffer());
      expect(await content.check()).toEqual([]);
    },
  );

  test('is no logo where its background is not: it would be a rectangle', async () => {
    content.replace(CLIENT, image, './logo.png');
    content.write('clients/logo.png', await drawn('#ffff').png().toBuffer());
    expect(await content.check()).toMatchObject([
      { ...logo, expected: expect.stringContaining('fundo transparente') as string },
    ]);
  });

  test('is no logo as JPG, which knows no transparency', async () => {
    content.replace(CLIENT, image, './logo.jpg');
    content.write('clients/logo.jpg', await drawn('#ffff').jpeg().toBuffer());
    expect((await content.check())[0]?.expected).toContain('fundo transparente');
  });

  test('may be a photo of a plan as JPG', async () => {
    content.replace(PLAN, './tecnologia.svg', './foto.jpeg');
    content.write('plans/foto.jpeg', await noise().jpeg().toBuffer());
    expect(await content.check()).toEqual([]);
  });

  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'that an upload cut short is a mistake as %s',
    async (format) => {
      content.replace(PLAN, './tecnologia.svg', `./foto.${format}`);
      const whole = await noise().toFormat(format).toBuffer();
      content.write(`plans/foto.${format}`, whole.subarray(0, whole.length / 2));
      expect((await content.check())[0]?.expected).toContain('uma imagem inteira');
    },
  );

  test.each([
    ['./foto.png', 'avif'],
    ['./foto.jpg', 'webp'],
    ['./foto.svg', 'png'],
  ] as const)('with the name %s cannot be %s', async (name, format) => {
    content.replace(PLAN, './tecnologia.svg', name);
    content.write(`plans/${name}`, await noise().toFormat(format).toBuffer());
    expect((await content.check())[0]?.expected).toContain(`este é uma imagem .${format}`);
  });

  test.each([
    '<script>alert(1)</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<rect width="1" height="1" onclick="alert(1)"/>',
    '<a href=" java&#10;script:alert(1)"><text>oi</text></a>',
    '<a><set attributeName="href" to="javascript:alert(1)"/></a>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
  ])('holds no program such as %s', async (program) => {
    const file = 'clients/serra-mel.svg';
    content.write(file, content.read(file).replace('</svg>', `${program}</svg>`));
    const problem = await content.onlyProblem();
    expect(problem.expected).toContain('um desenho sem programas dentro');
  });

  test('may be a drawing as programs export it, with styles, links and comments', async () => {
    const file = 'clients/serra-mel.svg';
    const exported =
      '<!-- Script Studio --><style>.on{fill:red}</style><a href="https://x.com.br"/>';
    content.write(
      file,
      `<?xml version="1.0"?>${content.read(file).replace('</svg>', `${exported}</svg>`)}`,
    );
    expect(await content.check()).toEqual([]);
  });

  test('is not what a drawing becomes by another name', async () => {
    content.replace(CLIENT, image, './logo.png');
    content.write('clients/logo.png', content.read('clients/serra-mel.svg'));
    expect((await content.check())[0]?.expected).toContain('este é uma imagem .svg');
  });
});

describe('below a plan’s front matter', () => {
  test.each([
    ['an image that is not there', '![Foto](./foto.png)', '“./foto.png”', 'que existe'],
    ['a script as a link', '[Ver](javascript:alert(1))', '“javascript:alert(1)”', 'https://'],
    ['a link in the code of another time', '[Ver](/#servi%E7os)', '“/#servi%E7os”', 'cada %'],
    ['a link without its beginning', '[Ver](contato)', '“contato”', 'comece com'],
    [
      'an image defined elsewhere',
      '![Foto][x]\n\n[x]: ./foto.png',
      '“./foto.png”',
      'uma imagem que existe',
    ],
    ['a text turned around', 'Preço \u202Eodut', '“Preço [U+202E]odut”', 'sem sinais invisíveis'],
    ['a sign that is none', 'Preço\u0000', '“Preço[U+0000]”', 'sem sinais invisíveis'],
    [
      'a link defined elsewhere',
      '[Ver][x]\n\n[x]: data:text/html,x',
      '“data:text/html,x”',
      'https://',
    ],
  ])('%s is a mistake', async (_title, markdown, found, expected) => {
    content.write(PLAN, `${content.read(PLAN)}\n${markdown}\n`);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({ file: PLAN, label: 'Texto da página', found });
    expect(problem.expected).toContain(expected);
    const line = content.textAt(problem);
    expect(line).toContain(found.slice(1, -1).replace(/\[U.*/, ''));
  });

  test.each([
    ['', 'nada escrito'],
    ['<!-- oi -->', 'nada que se veja: “<!-- oi -->”'],
    ['***', 'nada que se veja: “***”'],
    ['\u200B', 'nada que se veja: “[U+200B]”'],
  ])('%j is no text', async (text, found) => {
    const [, frontMatter] = content.read(PLAN).split('---\n');
    content.write(PLAN, `---\n${frontMatter ?? ''}---\n${text}\n`);
    expect(await content.check()).toMatchObject([{ file: PLAN, found }]);
  });

  test.each([
    ['www.x.com', 'https://www.x.com'],
    ['empresa.com.br/contato', 'https://empresa.com.br/contato'],
    ['contato@empresa.com.br', 'mailto:contato@empresa.com.br'],
  ])('the link %s is proposed as %s', async (address, proposed) => {
    content.write(PLAN, `${content.read(PLAN)}\n[Ver](${address})\n`);
    expect((await content.check())[0]?.advice).toBe(`Você quis dizer “${proposed}”?`);
  });

  test('a link in a comment is nobody’s business', async () => {
    content.write(PLAN, `${content.read(PLAN)}\n<!-- [Ver](contato) -->\n`);
    expect(await content.check()).toEqual([]);
  });
});

describe('files', () => {
  const missing = { expected: 'uma pasta', found: 'nada: ela não existe' };

  test('a content folder that is gone is missed', async () => {
    expect(await checkContent(`${content.root}/nada`)).toEqual([{ file: '', ...missing }]);
  });

  test('a file with the name of a folder is told from one', async () => {
    rmSync(`${content.root}/plans`, { recursive: true });
    content.write('plans', 'x');
    expect(await content.check()).toEqual([
      { file: 'plans', expected: 'uma pasta', found: 'um arquivo com este nome' },
    ]);
  });

  test.each(['company.json', PLAN])(
    'a folder with the name of %s is told from it',
    async (file) => {
      content.delete(file);
      mkdirSync(`${content.root}/${file}`);
      expect(await content.check()).toEqual([
        { file, expected: 'um arquivo', found: 'uma pasta com este nome' },
      ]);
    },
  );

  test('a shortcut to nowhere is a mistake, one to a plan is a plan', async () => {
    content.delete(PLAN);
    symlinkSync('nada.md', `${content.root}/${PLAN}`);
    expect(await content.check()).toEqual([
      { file: PLAN, expected: 'um arquivo', found: 'um atalho para um arquivo que não existe' },
    ]);

    content.restore();
    renameSync(`${content.root}/${PLAN}`, `${content.root}/plans/.guardado`);
    symlinkSync('.guardado', `${content.root}/${PLAN}`);
    expect(await content.check()).toEqual([]);
  });

  test('a known file that is gone is missed by name', async () => {
    content.delete('pages/home.json');
    expect(await content.check()).toEqual([
      { file: 'pages/home.json', expected: 'este arquivo', found: 'nada: ele não existe' },
    ]);
  });

  test('a plan that other sites link to must stay', async () => {
    content.delete(PLAN);
    expect(await content.check()).toMatchObject([{ file: PLAN, found: 'nada: ele não existe' }]);
  });

  test.each(['services', 'values', 'clients'])(
    'one more or one less in %s is a mistake',
    async (folder) => {
      const [first] = readdirSync(`${content.root}/${folder}`).filter((name) =>
        name.endsWith('.json'),
      );
      const fields = content.fields(`${folder}/${first ?? ''}`);
      content.writeFields(`${folder}/mais-um.json`, { ...fields, order: 50 });
      const more = await content.check();
      expect(more).toMatchObject([{ file: `${folder}/` }]);
      expect(more[0]?.expected).toMatch(/^exatamente \d arquivos em “/);
      expect(more[0]?.found).toContain('mais-um.json');

      content.delete(`${folder}/mais-um.json`);
      content.delete(`${folder}/${first ?? ''}`);
      expect((await content.check())[0]?.expected).toBe(more[0]?.expected);
    },
  );

  test.each(['plans', 'services', 'values', 'clients'])(
    'two of %s in one place are told of each other',
    async (folder) => {
      const files = readdirSync(`${content.root}/${folder}`).filter((name) =>
        /\.(?:md|json)$/.test(name),
      );
      const [first = '', second = ''] = files.map((name) => `${folder}/${name}`);
      const order = content.fields(first)['order'];
      content.writeFields(second, { ...content.fields(second), order });
      expect(await content.check()).toMatchObject([
        {
          file: second,
          field: 'order',
          label: 'Ordem',
          expected: 'uma posição só sua',
          found: `${String(order)}, que já é a de ${first}`,
        },
      ]);
    },
  );

  test.each([
    ['plans/rascunho.txt', 'Em “Planos”, o nome dos arquivos termina em .md.'],
    ['plans/novo.json', 'Em “Planos”, o nome dos arquivos termina em .md.'],
    ['pages/extra.json', undefined],
    ['company (cópia).json', undefined],
    ['plans/antigos/plano.md', undefined],
  ])('%s is no file that the site uses', async (file, advice) => {
    content.write(file, 'x');
    const problems = await content.check();
    expect(problems).toMatchObject([{ file, expected: 'só arquivos que o site usa' }]);
    expect(problems[0]?.advice).toBe(advice);
  });

  test.each(['.DS_Store', 'plans/Thumbs.db', 'clients/antigo.png'])(
    '%s lies there without harm',
    async (file) => {
      content.write(file, 'x');
      expect(await content.check()).toEqual([]);
    },
  );

  test.each([
    ['Plano Família.md', 'Um bom nome seria “plano-familia.md”.'],
    ['plano_novo.md', 'Um bom nome seria “plano-novo.md”.'],
    ['_rascunho.md', 'Um bom nome seria “rascunho.md”.'],
  ])('the name %s makes no address, and a better one is proposed', async (name, advice) => {
    content.writeFields(PLAN, { ...content.fields(PLAN), order: 50 });
    content.write(`plans/${name}`, content.read(PLAN).replace('order: 50', 'order: 51'));
    expect(await content.check()).toMatchObject([
      { file: `plans/${name}`, found: `“${name}”`, advice },
    ]);
  });

  test('a plan cannot take the address of the not-found page', async () => {
    content.write('plans/404.md', content.read(PLAN).replace('order: 1', 'order: 50'));
    expect(await content.check()).toMatchObject([{ file: 'plans/404.md', found: '“404.md”' }]);
  });

  test('two names that make one address are told of each other', async () => {
    content.write('plans/Mídia Social.md', content.read(PLAN).replace('order: 1', 'order: 50'));
    const problems = await content.check();
    expect(problems.map(({ found }) => found)).toContain(
      '“midia-social.md”, que dá o mesmo que plans/Mídia Social.md',
    );
  });
});
