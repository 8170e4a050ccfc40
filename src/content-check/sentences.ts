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

const LONGEST_QUOTE_CHARACTERS = 80;

const letters = (count: number) => (count === 1 ? '1 letra' : `${count} letras`);
const items = (count: number) => (count === 1 ? '1 item' : `${count} itens`);

function sized(origin: string, count: number): string {
  if (origin === 'string') return letters(count);
  if (origin === 'array') return items(count);
  return String(count);
}

/** What a schema expected, as the rest of the sentence “Esperado: …”. */
export function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'too_small':
      return issue.exact === true
        ? `exatamente ${sized(issue.origin, Number(issue.minimum))}`
        : `pelo menos ${sized(issue.origin, Number(issue.minimum))}`;
    case 'too_big':
      return issue.exact === true
        ? `exatamente ${sized(issue.origin, Number(issue.maximum))}`
        : `no máximo ${sized(issue.origin, Number(issue.maximum))}`;
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
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `“${key}”`).join(', ');
  const isAboutSize = issue.code === 'too_small' || issue.code === 'too_big';
  if (isAboutSize && typeof value === 'string') {
    return value === '' ? 'nada escrito' : `${letters(value.length)}: ${quote(value)}`;
  }
  if (isAboutSize && Array.isArray(value)) return items(value.length);
  return describe(value);
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nada: o campo falta ou está vazio';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `uma lista de ${items(value.length)}`;
  if (typeof value === 'object') return 'um grupo de campos';
  return JSON.stringify(value);
}

function quote(text: string): string {
  const short =
    text.length > LONGEST_QUOTE_CHARACTERS ? `${text.slice(0, LONGEST_QUOTE_CHARACTERS)}…` : text;
  return `“${short}”`;
}
