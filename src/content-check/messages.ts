/** Says in Portuguese what a schema expected and what it found instead. */
import type { z } from 'zod';
import { quote } from '../content-files/quote.ts';

const TYPE_NAMES: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true (sim) ou false (não)',
  array: 'uma lista',
  object: 'um grupo de campos',
};

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
const characters = (count: number) => counted(count, 'caractere', 'caracteres');
const items = (count: number) => counted(count, 'item', 'itens');

function sizeLimit(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const isMinimum = issue.code === 'too_small';
  const count = Number(isMinimum ? issue.minimum : issue.maximum);
  const units: Partial<Record<string, (count: number) => string>> = {
    string: characters,
    array: items,
  };
  const size = (units[issue.origin] ?? String)(count);
  if (issue.exact === true) return `exatamente ${size}`;
  return isMinimum ? `pelo menos ${size}` : `no máximo ${size}`;
}

/** What a schema expected, as the rest of the sentence “Esperado: …”. */
export function describeExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'too_small':
    case 'too_big':
      return sizeLimit(issue);
    case 'invalid_value':
      return `um destes: ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'só campos que o site conhece';
    default:
      return issue.message;
  }
}

/** What stood there instead, as the rest of the sentence “Encontrado: …”. */
export function describeFound(issue: z.core.$ZodIssue, value: unknown): string {
  const said: unknown = issue.code === 'custom' ? issue.params?.['found'] : undefined;
  if (typeof said === 'string') return said;
  if (value === undefined) return 'nada: falta o campo';
  if (value === null) return 'nada: o campo está vazio';
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return 'nada escrito';
    const isAboutSize = issue.code === 'too_small' || issue.code === 'too_big';
    // As the schemas count: an emoji is one character.
    return isAboutSize ? `${characters(Array.from(text).length)}: ${quote(text)}` : quote(text);
  }
  if (Array.isArray(value)) return `uma lista de ${items(value.length)}`;
  return typeof value === 'object' ? 'um grupo de campos' : JSON.stringify(value);
}
