/** The content of the site, in the order and the shape in which pages want it. */
import { getCollection, type CollectionEntry } from 'astro:content';
import type { CollectionName, COLLECTIONS } from '../schemas/collections.ts';

type OrderedCollection = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['files'] extends { folder: string }
    ? Name
    : never;
}[CollectionName];
type SingleCollection = Exclude<CollectionName, OrderedCollection>;

/**
 * What has been read. Every page asks for all plans, and Astro copies them for every question: with
 * thousands of plans that would be most of a build.
 */
const collections = new Map<CollectionName, Promise<unknown>>();

function entriesOf<Name extends CollectionName>(name: Name): Promise<CollectionEntry<Name>[]> {
  const known = collections.get(name) as Promise<CollectionEntry<Name>[]> | undefined;
  const entries = known ?? getCollection(name);
  // The dev server has to see what editors change.
  if (import.meta.env.PROD) collections.set(name, entries);
  return entries;
}

/** All entries of a collection by their `order`. */
export async function inOrder<Name extends OrderedCollection>(
  name: Name,
): Promise<CollectionEntry<Name>[]> {
  const entries = await entriesOf(name);
  return entries.toSorted((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id));
}

/** The data of a collection that is a single file. */
export async function single<Name extends SingleCollection>(
  name: Name,
): Promise<CollectionEntry<Name>['data']> {
  const [entry] = await entriesOf(name);
  if (!entry) throw new Error(`The content collection "${name}" has no file.`);
  return entry.data;
}
