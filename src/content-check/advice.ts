/** Guesses what somebody meant: “Você quis dizer …?”. */
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { allFields, fieldName, type SchemaField } from './schema-fields.ts';

/** How much of a word may be wrong for it to pass for a slip. */
const SLIP_SHARE = 0.4;

/** The same for “Título”, “titulo” and “TITULO”. */
function bare(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
}

/**
 * The candidate nearest to a word, when it is near enough to be what was meant.
 *
 * @param spellings of a candidate: its name in the file, its label in the editor
 */
export function nearest<Candidate>(
  word: string,
  candidates: readonly Candidate[],
  spellings: (candidate: Candidate) => string[],
): Candidate | undefined {
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      slips: Math.min(...spellings(candidate).map((text) => distance(bare(word), bare(text)))),
    }))
    .sort((a, b) => a.slips - b.slips);
  const [best] = ranked;
  return best && best.slips <= bare(word).length * SLIP_SHARE ? best.candidate : undefined;
}

/** What an unknown field may have been meant to be: a neighbour first, then one of another group. */
export function adviceOnField(schema: z.ZodType, path: string[]): string | undefined {
  const name = path.at(-1) ?? '';
  const group = path.slice(0, -1).join('.');
  const fields = allFields(schema);
  const isNeighbour = (field: SchemaField) => field.path.slice(0, -1).join('.') === group;
  const spellings = (field: SchemaField) => [field.path.at(-1) ?? '', field.labels.at(-1) ?? ''];

  const neighbour = nearest(name, fields.filter(isNeighbour), spellings);
  if (neighbour) return `Você quis dizer “${neighbour.path.at(-1) ?? ''}”?`;
  const stranger = nearest(
    name,
    fields.filter((field) => !isNeighbour(field)),
    spellings,
  );
  if (!stranger) return undefined;
  const groups = stranger.labels.slice(0, -1);
  const place = groups.length === 0 ? 'fora dos grupos' : `no grupo “${groups.join(' › ')}”`;
  return `Você quis dizer “${fieldName(stranger.path)}”, ${place}?`;
}

/** A number as it is written by hand in Portuguese. */
const DECIMAL_COMMA = /^-?\d+,\d+$/;

function withPoint(value: string, besides: string): string {
  return `Escreva ${value.replace(',', '.')}, com ponto em vez de vírgula${besides}.`;
}

function withoutQuotes(value: string): string {
  return `Escreva ${value} sem aspas.`;
}

/** A text with a colon, which YAML takes for a field and its value. */
function adviceOnColon(value: object): string {
  const [[name, rest] = ['', undefined], ...others] = Object.entries(value);
  const text = `${name}: ${String(rest)}`;
  const isText = typeof rest === 'string' && others.length === 0 && !/["\n]/.test(text);
  const remedy = 'Um texto que tem dois-pontos precisa de aspas em volta';
  return isText ? `${remedy}: "${text}".` : `${remedy}.`;
}

/**
 * What a value lacks, or has too much, that is of another type than its field.
 *
 * @param language that the file is written in
 * @param field what the value should be
 */
export function adviceOnType(
  issue: z.core.$ZodIssue,
  value: unknown,
  language: 'yaml' | 'json',
  field: z.ZodType | undefined,
): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (issue.expected === 'string' && isGroup && language === 'yaml') return adviceOnColon(value);
  if (typeof value !== 'string') return undefined;
  if (issue.expected === 'array') {
    return language === 'yaml'
      ? 'Cada item da lista começa com hífen e espaço: “- item”.'
      : 'Uma lista fica entre colchetes, com uma vírgula entre os itens: ["item", "item"].';
  }
  const isQuoted =
    (issue.expected === 'boolean' && /^(?:true|false)$/.test(value)) ||
    (issue.expected === 'number' && /^\d+(?:\.\d+)?$/.test(value));
  if (issue.expected === 'number' && DECIMAL_COMMA.test(value)) {
    return field instanceof z.ZodNumberFormat
      ? 'Aqui vai um número inteiro, como 1 ou 2.'
      : withPoint(value, '');
  }
  return isQuoted ? withoutQuotes(value) : undefined;
}

/** What a value outside a list of options may have been meant to be. */
export function adviceOnOption(
  value: unknown,
  options: readonly unknown[],
  labels: Partial<Record<string, string>>,
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isQuoted = options.some((option) => typeof option !== 'string' && String(option) === value);
  if (isQuoted) return withoutQuotes(value);
  const isNumber = options.some((option) => String(option) === value.replace(',', '.'));
  if (DECIMAL_COMMA.test(value) && isNumber) return withPoint(value, ' e sem aspas');
  const best = nearest(value, options.map(String), (option) => [option, labels[option] ?? option]);
  return best === undefined ? undefined : `Você quis dizer “${best}”?`;
}
