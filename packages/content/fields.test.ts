/** Plain text as people type and paste it. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readEntry } from './entry.ts';
import { day, line, paragraph } from './fields.ts';
import { parseSource } from './source.ts';

const MAX_CHARACTERS = 60;
const schema = z.strictObject({
  line: line('Linha', '', MAX_CHARACTERS),
  paragraph: paragraph('Parágrafo', '', MAX_CHARACTERS),
});

test.each([
  ['PowerPoint’s line break', 'R$ 99\u000Bpor mês', 'R$ 99 por mês', 'R$ 99\npor mês'],
  ['the end of a page', 'um\fdois', 'um dois', 'um\ndois'],
  ['line ends of other systems', 'um\u2028dois\u0085três', 'um dois três'],
  ['bullets of Word’s own fonts', '\uF0B7\tum', 'um'],
  ['accents of a Mac', 'promoc\u0327a\u0303o', 'promoção'],
  ['ligatures of a PDF', 'ﬁm e ﬂor', 'fim e flor'],
  ['HTML’s entities', 'Aten&ccedil;&atilde;o &amp;amp; &#8226;', 'Atenção & •'],
  ['what is no entity', 'R&D; sim, AT&T &copy', 'R&D; sim, AT&T &copy'],
  ['a number sign', '# 1 em vendas', '# 1 em vendas'],
])('%s: %j', (_title, text, asLine, asParagraph = asLine) => {
  const typed = { line: text, paragraph: text };
  const clean = { line: asLine, paragraph: asParagraph };
  expect(schema.parse(typed)).toEqual(clean);
  expect(schema.parse(clean)).toEqual(clean);
});

test.each(['CAFÃ© e PÃ£o', 'Itens â€“ dois', 'S\uFFFDo Paulo'])(
  '%j was read in another encoding, and is refused',
  (text) => {
    const { error } = schema.safeParse({ line: text, paragraph: text });
    expect(error?.issues.map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('os acentos certos')),
    );
    expect(schema.safeParse({ line: 'MAÇÃ, ÂNGULO', paragraph: '“SÃO”' }).success).toBe(true);
  },
);

test.each([
  ['md', (text: string) => `---\nline: '${text}'\n---\n`],
  ['json', (text: string) => `{ "line": "${text}" }`],
] as const)('no character of a raw %s file breaks it', (extension, write) => {
  const text = 'a\u000Bb\fc\u0085d\u2028e\u2029f';
  expect(parseSource(write(text), extension)).toMatchObject({
    data: { line: 'a b c d e f' },
    issues: [],
  });
});

test.each(['0026-12-24', '0000-01-01', '1026-12-24', '20266-12-24', '26-12-24', '2026-02-30', ''])(
  'no notice has the day %j',
  (text) => {
    const { error } = day('Dia', '').safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'um dia que existe, como 2026-12-24',
    ]);
  },
);

test('a title that Windows keeps for a device gets no file', () => {
  const files = { folder: 'clients', extension: 'json', namedBy: 'line' } as const;
  const collection = { label: 'Clientes', files, schema, shownOn: [{ path: '/' }] } as const;
  const expectedOf = (id: string) =>
    readEntry(collection, id, '{ "line": "a", "paragraph": "b" }').issues.map((it) => it.expected);
  expect(expectedOf('con')).toEqual([expect.stringContaining('que o Windows aceite')]);
  expect(expectedOf('con-fio')).toEqual([]);
});
