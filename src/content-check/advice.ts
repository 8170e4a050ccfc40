/** Guesses what somebody meant: “Você quis dizer …?”. */
import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { allFields, fieldName, type SchemaField } from './schema-fields.ts';

/** How much of a word may be wrong for it to pass for a typo. */
const MAX_TYPO_SHARE = 0.4;

/** The same for “Título”, “titulo” and “TITULO”. */
function normalize(word: string): string {
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
export function findNearest<Candidate>(
  word: string,
  candidates: readonly Candidate[],
  spellings: (candidate: Candidate) => string[],
): Candidate | undefined {
  const typed = normalize(word);
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      typos: Math.min(...spellings(candidate).map((text) => distance(typed, normalize(text)))),
    }))
    .sort((a, b) => a.typos - b.typos);
  return best && best.typos <= typed.length * MAX_TYPO_SHARE ? best.candidate : undefined;
}

/** What an unknown field may have been meant to be: rather a neighbour than one of another group. */
export function adviseOnField(schema: z.ZodType, path: string[]): string | undefined {
  const group = path.slice(0, -1).join('.');
  const isNeighbour = (field: SchemaField) => field.path.slice(0, -1).join('.') === group;
  const fields = allFields(schema);
  const neighboursFirst = [...fields.filter(isNeighbour), ...fields];
  const field = findNearest(path.at(-1) ?? '', neighboursFirst, ({ path: [...names], labels }) => [
    names.at(-1) ?? '',
    labels.at(-1) ?? '',
  ]);
  if (!field) return undefined;
  if (isNeighbour(field)) return `Você quis dizer “${field.path.at(-1) ?? ''}”?`;
  const groups = field.labels.slice(0, -1).join(' › ');
  const place = groups === '' ? 'fora dos grupos' : `no grupo “${groups}”`;
  return `Você quis dizer “${fieldName(field.path)}”, ${place}?`;
}

/** What a value outside a list of options may have been meant to be. */
export function adviseOnOption(
  value: unknown,
  options: readonly string[],
  labels: Partial<Record<string, string>>,
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const best = findNearest(value, options, (option) => [option, labels[option] ?? option]);
  return best === undefined ? undefined : `Você quis dizer “${best}”?`;
}

/** What a value of another type than its field's lacks. */
export function adviseOnType(issue: z.core.$ZodIssue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'string' && value !== undefined && value !== null) {
    return 'Um texto com dois-pontos, colchetes ou chaves precisa de aspas em volta.';
  }
  return issue.expected === 'array' && typeof value === 'string'
    ? 'Numa lista, cada item fica numa linha e começa com hífen e espaço: “- item”.'
    : undefined;
}
