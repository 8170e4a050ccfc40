/** Rules that no single file can break: how many entries, which, and in which order. */
import { basename } from 'node:path';
import type { Collection } from '../schemas/collections.ts';
import { checkNames, idOf } from './file-names.ts';
import type { Path, Problem } from './problem.ts';
import { valueAt } from './schema-fields.ts';

export interface Entry {
  file: string;
  data: unknown;
  lineOf: (path: Path) => number | undefined;
}

function checkCount({ count, label, files }: Collection, found: string[]): Problem[] {
  if (!('folder' in files) || count === undefined || found.length === count) return [];
  const names = found.map((file) => basename(file)).join(', ');
  return [
    {
      file: `${files.folder}/`,
      expected: `exatamente ${count} arquivos em “${label}”`,
      found: names === '' ? 'nenhum' : `${found.length}: ${names}`,
    },
  ];
}

function checkRequired({ requiredIds = [], files }: Collection, found: string[]): Problem[] {
  if (!('folder' in files)) return [];
  const ids = found.map(idOf);
  return requiredIds
    .filter((required) => !ids.includes(required))
    .map((id) => ({
      file: `${files.folder}/${id}.${files.extension}`,
      expected: 'este arquivo: outros sites apontam para a página dele',
      found: 'nada: ele não existe',
    }));
}

function checkOrder(entries: Entry[]): Problem[] {
  const taken = new Map<unknown, Entry>();
  return entries.flatMap((entry): Problem[] => {
    const order = valueAt(entry.data, ['order']);
    const twin = taken.get(order);
    if (typeof order !== 'number') return [];
    if (!twin) {
      taken.set(order, entry);
      return [];
    }
    return [
      {
        file: entry.file,
        line: entry.lineOf(['order']),
        field: 'order',
        label: 'Ordem',
        expected: 'uma posição só sua',
        found: `${order}, que já é a de ${twin.file}`,
      },
    ];
  });
}

export function checkTogether(
  collection: Collection,
  files: string[],
  entries: Entry[],
): Problem[] {
  if (!('folder' in collection.files)) return [];
  return [
    ...checkCount(collection, files),
    ...checkRequired(collection, files),
    ...checkNames(files),
    ...checkOrder(entries),
  ];
}
