/** Says in Portuguese what a schema expected and what it found instead. */
import type { z } from 'zod';

const TYPE_NAMES: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true (sim) ou false (não)',
  array: 'uma lista',
  object: 'um grupo de campos',
};

const FORMAT_NAMES: Record<string, string> = {
  email: 'um e-mail, como contato@empresa.com.br',
};

export const EMPTY_FILE = 'nada: o arquivo está vazio';

const LONGEST_QUOTE_CHARACTERS = 80;

/** Signs that nobody sees but that turn text around or break it. */
const INVISIBLE =
  /[\p{Control}\p{Surrogate}\u00AD\u200B\u200C\u200E\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
const characters = (count: number) => counted(count, 'caractere', 'caracteres');
const items = (count: number) => counted(count, 'item', 'itens');

function sized(origin: string, count: number): string {
  if (origin === 'string') return characters(count);
  if (origin === 'array') return items(count);
  return String(count);
}

function limit(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const isFloor = issue.code === 'too_small';
  const size = sized(issue.origin, Number(isFloor ? issue.minimum : issue.maximum));
  if (issue.exact === true) return `exatamente ${size}`;
  return isFloor ? `pelo menos ${size}` : `no máximo ${size}`;
}

/** What a schema expected, as the rest of the sentence “Esperado: …”. */
export function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'too_small':
    case 'too_big':
      return limit(issue);
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `um destes: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMAT_NAMES[issue.format] ?? issue.message;
    case 'unrecognized_keys':
      return 'só campos que o site conhece';
    default:
      return issue.message;
  }
}

/** What stood there instead, as the rest of the sentence “Encontrado: …”. */
export function found(issue: z.core.$ZodIssue, value: unknown): string {
  const counted: unknown = issue.code === 'custom' ? issue.params?.['found'] : undefined;
  if (typeof counted === 'string') return counted;
  const isAboutSize = issue.code === 'too_small' || issue.code === 'too_big';
  if (isAboutSize && typeof value === 'string' && value.trim() !== '') {
    // As the schemas count: an emoji is one character.
    return `${characters(Array.from(value.trim()).length)}: ${quote(value.trim())}`;
  }
  if (isAboutSize && Array.isArray(value)) return items(value.length);
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
  return describe(value, wantsText);
}

function describe(value: unknown, wantsText: boolean): string {
  if (value === undefined) return 'nada: o campo falta';
  if (value === null) return 'nada: o campo está vazio';
  if (typeof value === 'string') return value.trim() === '' ? 'nada escrito' : quote(value);
  if (Array.isArray(value)) return `uma lista de ${items(value.length)}`;
  const remedy = wantsText ? '; entre aspas vira texto' : '';
  if (value instanceof Date) return `${value.toISOString().slice(0, 10)}, uma data${remedy}`;
  if (typeof value === 'number') return `${value}, um número${remedy}`;
  if (typeof value === 'boolean') return `${String(value)}, um sim ou não${remedy}`;
  return 'um grupo de campos';
}

/** Text in quotation marks: short, on one line, and with every sign visible. */
export function quote(text: string): string {
  const characters = Array.from(text);
  const short =
    characters.length > LONGEST_QUOTE_CHARACTERS
      ? `${characters.slice(0, LONGEST_QUOTE_CHARACTERS).join('')}…`
      : text;
  const visible = short.replace(/\s*\n\s*/g, ' ⏎ ').replace(INVISIBLE, (sign) => {
    const code = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code ?? ''}]`;
  });
  return `“${visible}”`;
}

/** A line of a text, 1 first, in quotation marks. */
export function quoteLine(text: string, line: number, ifEmpty = 'uma linha vazia'): string {
  const content = text.split('\n')[line - 1]?.trim() ?? '';
  return content === '' ? ifEmpty : quote(content);
}
