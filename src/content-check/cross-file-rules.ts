/** Rules that no single file can break: how many entries, which, under which names. */
import { quote } from '../content-files/quote.ts';
import type { Collection } from '../schemas/collections.ts';
import type { Issue } from './problem.ts';

/** An entry, by its file's name without folder and extension. */
export interface Entry {
  id: string;
}

/** An issue of one entry, or of the whole collection where it names none. */
export interface EntryIssue extends Omit<Issue, 'path'> {
  id?: string;
}

/** What a name is made of that can stand in a URL as it is. */
const PLAIN_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names whose page the site needs for itself: /planos/404 is the not-found page. */
const RESERVED_NAMES = ['404', 'index'];

/** A name as it would read in a URL: “Redes Sociais” becomes `redes-sociais`. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function checkCount({ count, label }: Collection, entries: Entry[]): EntryIssue[] {
  if (!count) return [];
  const [minimum, maximum] = count;
  if (entries.length >= minimum && entries.length <= maximum) return [];
  const range = minimum === maximum ? `exatamente ${minimum}` : `de ${minimum} a ${maximum}`;
  const names = entries.map(({ id }) => id).join(', ');
  const found = names === '' ? 'nenhum' : `${entries.length}: ${names}`;
  return [{ expected: `${range} arquivos em “${label}”`, found }];
}

function checkRequired({ requiredIds = [] }: Collection, entries: Entry[]): EntryIssue[] {
  return requiredIds
    .filter((required) => !entries.some(({ id }) => id === required))
    .map((id) => ({
      id,
      expected: 'este arquivo: outros sites apontam para a página dele',
      found: 'nada: ele não existe',
    }));
}

/** Names that make no good URL. */
function checkNames(entries: Entry[]): EntryIssue[] {
  return entries.flatMap(({ id }): EntryIssue[] => {
    const found = quote(id);
    if (RESERVED_NAMES.includes(id)) {
      return [{ id, expected: 'um nome de arquivo que o site não reserve', found }];
    }
    if (PLAIN_NAME.test(id)) return [];
    const expected = 'um nome de arquivo só com letras minúsculas sem acento, algarismos e hífens';
    const plain = plainName(id);
    const advice = plain === '' ? undefined : `Um bom nome seria “${plain}”.`;
    return [{ id, expected, found, advice }];
  });
}

/** @param entries of one collection that is a folder */
export function crossFileRules(collection: Collection, entries: Entry[]): EntryIssue[] {
  return [
    ...checkCount(collection, entries),
    ...checkRequired(collection, entries),
    ...checkNames(entries),
  ];
}
