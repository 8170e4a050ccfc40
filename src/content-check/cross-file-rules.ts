/** Rules that no single file can break: how many entries there are, and which. */
import { idOf } from '../content-files/entry-id.ts';
import type { Collection } from '../schemas/collections.ts';
import type { Problem } from './report.ts';

/** @param found the files of the collection, relative to the content folder */
export function crossFileRules(collection: Collection, found: string[]): Problem[] {
  const { files, count: [minimum, maximum] = [0, Infinity], requiredIds = [], label } = collection;
  if ('file' in files) return [];
  const ids = found.map(idOf);
  const missing = requiredIds
    .filter((required) => !ids.includes(required))
    .map((id) => ({
      file: `${files.folder}/${id}.${files.extension}`,
      expected: 'este arquivo: outros sites apontam para a página dele',
      found: 'nada: ele não existe',
    }));
  if (ids.length >= minimum && ids.length <= maximum) return missing;
  const range = minimum === maximum ? `exatamente ${minimum}` : `de ${minimum} a ${maximum}`;
  const expected = `${range} arquivos em “${label}”`;
  const names = ids.length === 0 ? 'nenhum' : `${ids.length}: ${ids.join(', ')}`;
  return [...missing, { file: `${files.folder}/`, expected, found: names }];
}
