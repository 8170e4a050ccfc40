import { defineCollection, type SchemaContext } from 'astro:content';
import type { Loader } from 'astro/loaders';
import { contentFiles } from './content-reader/loader.ts';
import { COLLECTIONS, type Collection, type CollectionName } from './schemas/collections.ts';

/** Gives Astro the types of each collection's entries. */
interface TypedCollection<Name extends CollectionName> {
  loader: Loader;
  schema: (context: SchemaContext) => ReturnType<(typeof COLLECTIONS)[Name]['schema']>;
}

const collection = ([name, { schema }]: [string, Collection]) => [
  name,
  defineCollection({
    loader: contentFiles(name as CollectionName),
    schema: ({ image }) => schema(image),
  }),
];

export const collections = Object.fromEntries(
  Object.entries<Collection>(COLLECTIONS).map(collection),
) as { [Name in CollectionName]: TypedCollection<Name> };
