/** Breaks each rule of each field of each collection once, as the schemas themselves list them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COLLECTIONS, type Collection } from '../../src/schemas/collections.ts';
import { fieldName, labelOf, shapeOf } from '../../src/content-check/schema-fields.ts';
import { ContentCopy } from './support/content-copy.ts';

type Key = string | number;

interface Break {
  title: string;
  file: string;
  path: Key[];
  label: string | undefined;
  value: unknown;
  expected: string;
  found: string;
}

const content = new ContentCopy();
afterAll(() => {
  content.remove();
});

/** An image needs no rule of its own here: tests/unit/content-check.test.ts breaks each of its. */
const anyImage = () => z.string() as unknown as ReturnType<Parameters<Collection['schema']>[0]>;

/** Removes the field instead of changing it. */
const NOTHING = Symbol('nothing');

type Rule = Pick<Break, 'title' | 'value' | 'expected' | 'found'>;

const characters = (count: number) => (count === 1 ? '1 caractere' : `${count} caracteres`);
const items = (count: number) => (count === 1 ? '1 item' : `${count} itens`);

/** Sayings of the rules that are no plain type, length or option. */
const WRITTEN_RULES: { accepts: RegExp; breaker: string; expected: string }[] = [
  {
    accepts: /^número/i,
    breaker: '49 90000',
    expected: 'telefone no formato (49) 3000-0000 ou (49) 90000-0000',
  },
  { accepts: /^cep$/i, breaker: '88500000', expected: 'CEP no formato 88500-000' },
  {
    accepts: /^mensagem$/i,
    breaker: 'Olá!',
    expected: 'texto com {plano} no lugar do nome do plano',
  },
];

function textRules(schema: z.ZodString): Rule[] {
  const { minLength, maxLength } = schema;
  const rules: Rule[] = [
    {
      title: 'a number',
      value: 7,
      expected: 'um texto',
      found: '7, um número; entre aspas vira texto',
    },
  ];
  if (minLength !== null) {
    rules.push({
      title: 'nothing written',
      value: '',
      expected: `pelo menos ${characters(minLength)}`,
      found: 'nada escrito',
    });
  }
  if (maxLength !== null) {
    const long = 'a'.repeat(maxLength + 1);
    rules.push({
      title: 'too long a text',
      value: long,
      expected: `no máximo ${characters(maxLength)}`,
      found: characters(maxLength + 1),
    });
    if (minLength !== null) {
      const filler = 'a'.repeat(Math.max(minLength - 2, 1));
      rules.push({
        title: 'invisible signs',
        value: `${filler}\u202Ea`,
        expected: 'texto sem sinais invisíveis',
        found: '[U+202E]',
      });
      rules.push({
        title: 'only unseen letters',
        value: '\u200B'.repeat(minLength),
        expected: 'texto com pelo menos uma letra que se veja',
        found: '“',
      });
      if (schema.meta()?.multiline !== true) {
        rules.push({
          title: 'two lines',
          value: `${filler}\na`,
          expected: 'texto numa linha só',
          found: '⏎',
        });
      }
    }
  }
  return rules;
}

function numberRules(schema: z.ZodNumber): Rule[] {
  const { minValue, maxValue } = schema;
  return [
    { title: 'a word', value: 'dois', expected: 'um número', found: '“dois”' },
    { title: 'half a number', value: 1.5, expected: 'um número inteiro', found: '1.5' },
    {
      title: 'too small a number',
      value: (minValue ?? 0) - 1,
      expected: `pelo menos ${String(minValue)}`,
      found: String((minValue ?? 0) - 1),
    },
    {
      title: 'too large a number',
      value: (maxValue ?? 0) + 1,
      expected: `no máximo ${String(maxValue)}`,
      found: String((maxValue ?? 0) + 1),
    },
  ];
}

function listRules(schema: z.ZodArray, value: unknown[]): Rule[] {
  const rules: Rule[] = [{ title: 'no list', value: 'um', expected: 'uma lista', found: '“um”' }];
  const { def } = schema;
  for (const check of def.checks ?? []) {
    const {
      check: kind,
      length,
      minimum,
      maximum,
    } = check._zod.def as unknown as Record<string, number | string>;
    if (kind === 'length_equals') {
      const count = Number(length);
      rules.push({
        title: 'one item too few',
        value: value.slice(1),
        expected: `exatamente ${items(count)}`,
        found: items(count - 1),
      });
      rules.push({
        title: 'one item too many',
        value: [...value, value[0]],
        expected: `exatamente ${items(count)}`,
        found: items(count + 1),
      });
    } else if (kind === 'min_length') {
      rules.push({
        title: 'too few items',
        value: [],
        expected: `pelo menos ${items(Number(minimum))}`,
        found: items(0),
      });
    } else if (kind === 'max_length') {
      const count = Number(maximum);
      rules.push({
        title: 'too many items',
        value: Array(count + 1).fill(value.at(-1)),
        expected: `no máximo ${items(count)}`,
        found: items(count + 1),
      });
    }
  }
  return rules;
}

function rulesOf(schema: z.ZodType, value: unknown): Rule[] {
  const missing: Rule = {
    title: 'nothing at all',
    value: NOTHING,
    expected: '',
    found: 'nada: o campo falta',
  };
  const own = (): Rule[] => {
    if (schema instanceof z.ZodEmail) {
      return [
        { title: 'no e-mail', value: 'contato', expected: 'um e-mail, como', found: '“contato”' },
      ];
    }
    if (schema instanceof z.ZodString) return textRules(schema);
    if (schema instanceof z.ZodNumber) return numberRules(schema);
    if (schema instanceof z.ZodBoolean) {
      return [
        { title: 'a word', value: 'sim', expected: 'true (sim) ou false (não)', found: '“sim”' },
      ];
    }
    if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
      const options = schema instanceof z.ZodEnum ? schema.options : [...schema.values];
      const expected =
        options.length === 1 ? String(options[0]) : `um destes: ${options.join(', ')}`;
      return [{ title: 'no option', value: 'xyz', expected, found: '“xyz”' }];
    }
    if (schema instanceof z.ZodArray) return listRules(schema, value as unknown[]);
    if (schema instanceof z.ZodObject) {
      return [{ title: 'no group', value: 'x', expected: 'um grupo de campos', found: '“x”' }];
    }
    throw new Error(`No rule is known for ${schema.def.type}: teach this test to break it.`);
  };
  return [missing, ...own()];
}

function breaksOf(file: string, root: z.ZodType): Break[] {
  const visit = (schema: z.ZodType, value: unknown, path: Key[]): Break[] => {
    const label = labelOf(root, path);
    const own =
      path.length === 0
        ? []
        : rulesOf(schema, value).map((rule) => ({ ...rule, file, path, label }));
    const isText = schema instanceof z.ZodString;
    const written = WRITTEN_RULES.filter(
      ({ accepts, expected }) =>
        isText && accepts.test(schema.meta()?.title ?? '') && saysSo(schema, expected),
    ).map(({ breaker, expected }) => ({
      title: 'another notation',
      value: breaker,
      expected,
      found: `“${breaker}”`,
      file,
      path,
      label,
    }));
    if (schema instanceof z.ZodObject) {
      const unknown = {
        title: 'an unknown field',
        value: 'x',
        expected: 'só campos que o site conhece',
        found: '“zzzzzzzz”',
        file,
        path: [...path, 'zzzzzzzz'],
        label,
      };
      const inside = Object.entries(shapeOf(schema)).flatMap(([key, field]) =>
        visit(field, (value as Record<string, unknown>)[key], [...path, key]),
      );
      return [...own, unknown, ...inside];
    }
    if (schema instanceof z.ZodArray) {
      const item = schema.element as z.ZodType;
      return [
        ...own,
        ...visit(item, (value as unknown[])[0], [...path, 0]).filter(
          ({ value }) => value !== NOTHING,
        ),
      ];
    }
    return [...own, ...written];
  };
  return visit(root, content.fields(file), []);
}

/** Whether a text field has a written rule at all: several fields share a label. */
function saysSo(schema: z.ZodString, expected: string): boolean {
  const { error } = schema.safeParse('\u0000');
  return (error?.issues ?? []).some(({ message }) => message === expected);
}

function setAt(fields: Record<string, unknown>, path: Key[], value: unknown): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((data, key) => (data as Record<Key, unknown>)[key], fields) as Record<
    Key,
    unknown
  >;
  const key = path.at(-1) ?? '';
  if (value === NOTHING) Reflect.deleteProperty(parent, key);
  else parent[key] = value;
}

describe.each(Object.values<Collection>(COLLECTIONS))('$label', ({ files, schema }) => {
  const file =
    'file' in files
      ? files.file
      : `${files.folder}/${
          readdirSync(join(content.root, files.folder))
            .filter((name) => name.endsWith(files.extension))
            .sort()[0] ?? ''
        }`;

  test.each(breaksOf(file, schema(anyImage)).map((it) => ({ ...it, field: fieldName(it.path) })))(
    '$field with $title is told in Portuguese, with its place',
    async ({ path, label, field, value, expected, found }) => {
      const intact = content.read(file);
      const fields = content.fields(file);
      setAt(fields, path, value);
      content.writeFields(file, fields);
      const problems = await content.check();
      content.write(file, intact);

      const problem = problems.find(
        (it) => it.file === file && it.field === field && it.expected.includes(expected),
      );
      expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
      expect(problem?.found).toContain(found);
      expect(problem?.line).toBeGreaterThan(0);
      if (label !== undefined) expect(problem?.label).toContain(label);
    },
  );
});
