/** What an editor is told whose quotes, hyphens, spaces or commas are not what a file's language wants. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const PRICE = { text: '  price: Sob Consulta', line: 15 };
const ITEM = { text: '    - Proteção contra vírus e golpes', line: 14 };

describe('a text with quotes of its own is shown with others around it', () => {
  const SINGLE = 'aspas simples (\') por fora de um texto que tem aspas (")';
  const DOUBLE = 'aspas duplas (") por fora de um texto que tem apóstrofo (\')';
  const TWICE = "aspas simples (') por fora, e cada apóstrofo do texto duas vezes ('')";
  test.each([
    ['"O "melhor" preço"', SINGLE, 'O "melhor" preço'],
    ['"Saiba" Mais', SINGLE, '"Saiba" Mais'],
    ['"Saiba" e "veja"', SINGLE, '"Saiba" e "veja"'],
    ['"O "melhor" d\'água"', TWICE, 'O "melhor" d\'água'],
    ["'Saiba' Mais", DOUBLE, "'Saiba' Mais"],
    ["'Pau d'água'", DOUBLE, "Pau d'água"],
    ["'Um \"pau\" d'água'", TWICE, 'Um "pau" d\'água'],
  ])('%s', async (value, expected, text) => {
    for (const [place, before] of [
      [PRICE, 'price: '],
      [ITEM, '- '],
    ] as const) {
      content.restore();
      content.replace(
        PLAN,
        place.text,
        place.text.replace(/(?<=: |- ).*/, () => value),
      );
      const problem = await content.onlyProblem();
      expect(problem).toMatchObject({ file: PLAN, line: place.line, expected });
      const line = /^Escreva assim: “(.*)”\.$/.exec(problem.advice ?? '')?.[1] ?? '';
      expect(parse(line)).toEqual(before === '- ' ? [text] : { price: text });
    }
  });

  test('but one that is too long to show is not cut', async () => {
    content.replace(PLAN, PRICE.text, `  price: "O "melhor" preço ${'a'.repeat(80)}"`);
    const [problem] = await content.check();
    expect(problem).toMatchObject({ line: PRICE.line, expected: SINGLE });
    expect(problem?.advice).toBeUndefined();
  });
});

describe('a front matter whose second line of hyphens is missing or is none says where', () => {
  test.each([
    ['', 34, 'o texto sem ela antes: “## O que muda já na primeira semana”'],
    ['--\n', 33, '“--”'],
    ['----\n', 33, '“----”'],
    [' ---\n', 33, '“ ---”'],
    ['———\n', 33, '“———”'],
    ['—\n', 33, '“—”'],
    ['--- fim\n', 33, '“--- fim”'],
  ])('%j instead', async (hyphens, line, found) => {
    content.replace(PLAN, /(?<=\n)---\n/, hyphens);
    expect(await content.check()).toEqual([
      {
        file: PLAN,
        line,
        expected: 'a segunda linha de três hífens (---), entre os campos e o texto',
        found,
      },
    ]);
  });

  test('also where no text follows', async () => {
    content.write(PLAN, '---\norder: 1\nlist:\n  features:\n  - x\n');
    expect(await content.check()).toMatchObject([{ line: 5, found: 'o fim do arquivo sem ela' }]);
  });

  test('while a first line that is none is shown as it is', async () => {
    content.replace(PLAN, /^---\n/, ' ---\n');
    expect(await content.check()).toMatchObject([{ line: 1, found: '“ ---” no começo' }]);
  });
});

describe('a space from a web page around a field is named', () => {
  test.each([
    ['before a field', PRICE, '\u00A0\u00A0price: Sob Consulta'],
    ['among the spaces before a field', PRICE, ' \u00A0price: Sob Consulta'],
    ['before the colon', PRICE, '  price\u00A0: Sob Consulta'],
    ['behind the colon', PRICE, '  price:\u00A0Sob Consulta'],
    ['before an item', ITEM, '\u00A0\u00A0\u00A0\u00A0- Proteção'],
    ['behind a hyphen', ITEM, '    -\u00A0Proteção'],
  ])('%s', async (_title, { text, line }, written) => {
    content.replace(PLAN, text, written);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({
      file: PLAN,
      line,
      expected: 'espaços comuns em volta dos campos',
      found: expect.stringContaining('um espaço de outro tipo: “') as string,
      advice: expect.stringContaining('apague os espaços da linha') as string,
    });
  });

  test.each([
    ['Sob\u00A0Consulta', PRICE],
    ['"Preço:\u00A0sob consulta"', PRICE],
    ['\u00A0Sob Consulta', PRICE],
    ['Proteção\u00A0– contra vírus', ITEM],
    ['\u00A0Proteção', ITEM],
  ])('within the text %j it harms nobody', async (value, { text }) => {
    content.replace(
      PLAN,
      text,
      text.replace(/(?<=: |- ).*/, () => value),
    );
    expect(await content.check()).toEqual([]);
  });
});

describe('a number with a comma is told how to be one', () => {
  const VALUE = 'values/empatia.json';
  const CLIENT = 'clients/serra-mel.json';
  const DELAY = /"delay": [\d.]+/;
  test.each([
    ['in JSON', VALUE, DELAY, '"delay": 0,1', 'expected', 'ponto em vez de vírgula: 0.1'],
    ['in quotes', VALUE, DELAY, '"delay": "0,1"', 'advice', 'Escreva 0.1, com ponto em vez de'],
    ['where it is whole', CLIENT, '"order": 2', '"order": 1,5', 'expected', 'um número inteiro'],
    ['in front matter', PLAN, 'order: 1', 'order: 1,5', 'advice', 'um número inteiro, como 1'],
  ] as const)('%s', async (_title, file, from, to, part, sentence) => {
    content.replace(file, from, to);
    const problem = await content.onlyProblem();
    expect(problem[part]).toContain(sentence);
  });
});
