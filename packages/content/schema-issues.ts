/** Checks the data of one entry against its schema, in Portuguese. */
import type { z } from 'zod';
import { quote, type Issue } from './issue.ts';
import { fieldName, valueAt } from './schema-fields.ts';

type ZodIssue = z.core.$ZodIssue;

const TYPE_NAMES: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true (sim) ou false (não)',
  array: 'uma lista, com cada item numa linha: - item',
  object: 'um grupo de campos',
};

const characters = (count: number) => `${count} ${count === 1 ? 'caractere' : 'caracteres'}`;
const items = (count: number) => `${count} ${count === 1 ? 'item' : 'itens'}`;
const UNITS: Record<string, (count: number) => string> = { string: characters, array: items };

function sizeLimit(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const isMinimum = issue.code === 'too_small';
  const count = Number(isMinimum ? issue.minimum : issue.maximum);
  const size = (UNITS[issue.origin] ?? String)(count);
  if (issue.exact === true) return `exatamente ${size}`;
  return isMinimum ? `pelo menos ${size}` : `no máximo ${size}`;
}

function describeExpected(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'too_small':
    case 'too_big':
      return sizeLimit(issue);
    case 'invalid_value':
      return `um destes: ${issue.values.map(String).join(', ')}`;
    default:
      return issue.message;
  }
}

function describeFound(issue: ZodIssue, value: unknown): string {
  const found: unknown = issue.code === 'custom' ? issue.params?.['found'] : undefined;
  if (typeof found === 'string') return found;
  if (value === undefined) return 'nada: falta o campo';
  if (value === null) return 'nada: o campo está vazio';
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return 'nada escrito';
    const isAboutSize = issue.code === 'too_small' || issue.code === 'too_big';
    // Counts an emoji as one character, as the schemas do.
    return isAboutSize ? `${characters(Array.from(text).length)}: ${quote(text)}` : quote(text);
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const group = Array.isArray(value) ? `uma lista de ${items(value.length)}` : 'um grupo de campos';
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  return isText ? `${group}: faltam aspas em volta do texto` : group;
}

function describeIssue(issue: ZodIssue, data: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const expected = 'só campos que o site conhece';
    return issue.keys.map((key) => ({ path: [...issue.path, key], expected, found: quote(key) }));
  }
  const { path } = issue;
  const found = describeFound(issue, valueAt(data, path));
  return [{ path, expected: describeExpected(issue), found }];
}

/** @returns the data as the schema repairs it, if it breaks no rule, and the issues */
export function checkFields(
  schema: z.ZodType<Record<string, unknown>>,
  fields: unknown,
): { data: Record<string, unknown> | undefined; issues: Issue[] } {
  const { data, error } = schema.safeParse(fields);
  const issues = error?.issues ?? [];
  const nameOf = (issue: ZodIssue) => fieldName(issue.path);
  // zod also checks the length of a value of the wrong type.
  const wrongTypes = issues.filter(({ code }) => code === 'invalid_type').map(nameOf);
  return {
    data,
    issues: issues
      .filter((issue) => issue.code === 'invalid_type' || !wrongTypes.includes(nameOf(issue)))
      .flatMap((issue) => describeIssue(issue, fields)),
  };
}
