/** Content, in the order and shape that pages need. */
import { getCollection, type CollectionEntry } from 'astro:content';
import { valueAt } from '@site/content/schema-fields';
import { COLLECTIONS, type CollectionName } from '../schemas/collections.ts';

type OrderedCollection = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['files'] extends { folder: string }
    ? Name
    : never;
}[CollectionName];
type SingleCollection = Exclude<CollectionName, OrderedCollection>;

const built = new Map<CollectionName, Promise<CollectionEntry<CollectionName>[]>>();

/** The entries of a collection, which do not change during a build. */
function entriesOf<Name extends CollectionName>(name: Name): Promise<CollectionEntry<Name>[]> {
  // On the dev server and in the editor's preview, they do.
  if (!import.meta.env.PROD || !import.meta.env.SSR) return getCollection(name);
  const entries = built.get(name) ?? getCollection(name);
  built.set(name, entries);
  return entries as Promise<CollectionEntry<Name>[]>;
}

/** All entries of a collection by their position, then by title. */
export async function getOrdered<Name extends OrderedCollection>(
  name: Name,
): Promise<CollectionEntry<Name>[]> {
  const entries = await entriesOf(name);
  const title = ({ data }: CollectionEntry<Name>): string =>
    String(valueAt(data, COLLECTIONS[name].files.namedBy.split('.')));
  const position = ({ data }: CollectionEntry<Name>): number =>
    Number(valueAt(data, ['order']) ?? Number.MAX_SAFE_INTEGER);
  return entries.toSorted(
    (a, b) =>
      position(a) - position(b) ||
      title(a).localeCompare(title(b), 'pt-BR') ||
      a.id.localeCompare(b.id),
  );
}

/** The data of a collection that is a single file. */
export async function getSingleton<Name extends SingleCollection>(
  name: Name,
): Promise<CollectionEntry<Name>['data']> {
  const [entry] = await entriesOf(name);
  if (!entry) throw new Error(`The content collection "${name}" has no file.`);
  return entry.data;
}
