/** Content, in the order and shape that pages need. */
import { getCollection, type CollectionEntry } from 'astro:content';
import type { CollectionName, COLLECTIONS } from '../schemas/collections.ts';

type OrderedCollection = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['files'] extends { folder: string }
    ? Name
    : never;
}[CollectionName];
type SingleCollection = Exclude<CollectionName, OrderedCollection>;

/** All entries of a collection by their `order`. */
export async function inOrder<Name extends OrderedCollection>(
  name: Name,
): Promise<CollectionEntry<Name>[]> {
  const entries = await getCollection(name);
  return entries.toSorted((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id));
}

/** The data of a collection that is a single file. */
export async function single<Name extends SingleCollection>(
  name: Name,
): Promise<CollectionEntry<Name>['data']> {
  const [entry] = await getCollection(name);
  if (!entry) throw new Error(`The content collection "${name}" has no file.`);
  return entry.data;
}
