import type { ImageMetadata } from 'astro';
import { defineCollection, type SchemaContext } from 'astro:content';
import type { Loader } from 'astro/loaders';
import { contentFiles } from '@site/content/loader';
import { COLLECTIONS, collectionsWith, type CollectionName } from './schemas/collections.ts';

/** Gives Astro the types of each collection's entries. */
interface TypedCollection<Name extends CollectionName> {
  loader: Loader;
  schema: (
    context: SchemaContext,
  ) => ReturnType<typeof collectionsWith<ImageMetadata>>[Name]['schema'];
}

const collection = (name: CollectionName) => [
  name,
  defineCollection({
    loader: contentFiles(COLLECTIONS[name]),
    schema: ({ image }) => collectionsWith<ImageMetadata>(image)[name].schema,
  }),
];

export const collections = Object.fromEntries(
  (Object.keys(COLLECTIONS) as CollectionName[]).map(collection),
) as { [Name in CollectionName]: TypedCollection<Name> };
