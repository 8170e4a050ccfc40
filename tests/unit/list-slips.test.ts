/** What an editor is told who writes the list of a plan's advantages in some other way than YAML's. */
import { describe, expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const FIRST = { text: '    - Suporte remoto por telefone e WhatsApp', line: 11 };
const THIRD = { text: '    - Cópias de segurança conferidas', line: 13 };
const LAST = { text: '    - Proteção contra vírus e golpes', line: 14 };

const HYPHEN_AND_SPACE = 'com hífen e espaço: “- item”';
const WITH_HYPHEN = `cada item da lista começando ${HYPHEN_AND_SPACE}`;

const SLIPS = [
  ['Word’s dash', '– Proteção contra vírus'],
  ['a longer dash', '— Proteção contra vírus'],
  ['Word’s bullet', '• Proteção contra vírus'],
  ['a number', '4. Proteção contra vírus'],
  ['a number in brackets', '4) Proteção contra vírus'],
  ['a hyphen without its space', '-Proteção contra vírus'],
  ['two hyphens', '-- Proteção contra vírus'],
  ['Markdown’s asterisk', '* Proteção contra vírus'],
  ['Markdown’s plus', '+ Proteção contra vírus'],
  ['nothing at all', 'Proteção contra vírus'],
  ['nothing before quotes', '"Proteção contra vírus"'],
  ['nothing before a text with a colon', 'Proteção: contra vírus'],
] as const;

describe('an item that begins otherwise is told to begin with a hyphen', () => {
  test.each(
    SLIPS.flatMap(([title, item]) => [
      { title: `${title}, third`, item, place: THIRD },
      { title: `${title}, last`, item, place: LAST },
    ]),
  )('$title', async ({ item, place: { text, line } }) => {
    content.replace(PLAN, text, `    ${item}`);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({ file: PLAN, line, expected: WITH_HYPHEN, found: `“${item}”` });
    expect(problem.advice).toBeUndefined();
  });

  test.each(SLIPS)('%s, first', async (_title, item) => {
    content.replace(PLAN, FIRST.text, `    ${item}`);
    const problem = await content.onlyProblem();
    expect(problem.line).toBeLessThanOrEqual(FIRST.line);
    expect(`${problem.expected} ${problem.advice}`).toContain(HYPHEN_AND_SPACE);
  });

  test.each(['– ', '• ', '1. ', '-', '* ', '+ ', ''])('all of them with %j', async (sign) => {
    const items = ['Suporte', 'Cópias', 'Proteção'].map((item) => `    ${sign}${item}\n`).join('');
    content.replace(PLAN, /(?<=features:\n)(?: {4}- .*\n)+/, items);
    const problem = await content.onlyProblem();
    expect(`${problem.expected} ${problem.advice}`).toContain(HYPHEN_AND_SPACE);
  });

  test('on Windows too', async () => {
    content.replace(PLAN, THIRD.text, '    • Cópias');
    content.write(PLAN, content.read(PLAN).replaceAll('\n', '\r\n'));
    expect(await content.check()).toMatchObject([{ line: THIRD.line, expected: WITH_HYPHEN }]);
  });

  test('in a list that is not set in', async () => {
    content.replace(PLAN, /(?<= {2}features:\n)(?: {4}- .*\n)+/, '  - Suporte\n  • Cópias\n');
    expect(await content.check()).toMatchObject([{ line: 12, expected: WITH_HYPHEN }]);
  });
});

describe('what is no item is not told to begin with a hyphen', () => {
  test.each([
    ['a field set in too far', '  price: Sob', '    price: Sob', 15, 'o mesmo recuo'],
    ['a field without colon', '  price: Sob', '  price Sob', 15, 'dois-pontos'],
    ['an item in bold', THIRD.text, '    - **Cópias** conferidas', 13, 'começa com *'],
    ['an item set in less', LAST.text, '   - Proteção', 14, 'recuo dos outros itens da lista'],
  ])('%s', async (_title, from, to, line, expected) => {
    content.replace(PLAN, from, to);
    const [problem] = await content.check();
    expect(problem).toMatchObject({ line });
    expect(problem?.expected).toContain(expected);
  });

  test('a field without colon behind a list that is not set in', async () => {
    content.replace(PLAN, /(?<= {2}features:\n)(?: {4}- .*\n)+/, '  - Suporte\n  - Cópias\n');
    content.replace(PLAN, '  price: Sob', '  price Sob');
    const [problem] = await content.check();
    expect(problem?.line).toBe(13);
    expect(problem?.expected).not.toBe(WITH_HYPHEN);
  });
});

test.each([
  ['Proteção: contra vírus', ': "Proteção: contra vírus".'],
  ['Proteção: contra "vírus"', '.'],
])('the item %s, a group to YAML, is told to wear quotes', async (item, end) => {
  content.replace(PLAN, LAST.text, `    - ${item}`);
  expect(await content.check()).toMatchObject([
    {
      line: LAST.line,
      expected: 'um texto',
      advice: `Um texto que tem dois-pontos precisa de aspas em volta${end}`,
    },
  ]);
});

test('a list in JSON is told to stand in brackets', async () => {
  content.replace('pages/home.json', /"story": \[[^\]]*\]/, '"story": "Era uma vez"');
  expect((await content.check())[0]?.advice).toContain('entre colchetes');
});
