import { readEntry, type ContentEntry } from '@site/content/entry';
import { isEntry, type Collection } from '@site/content/collection';
import { siteUrl } from '@site/content/markdown/links';
import { formatOf } from '@site/content/file-formats';

/** An entry of the library, as plain data. */
export interface EditorEntry {
  /** In the repository, such as `src/content/plans/tecnologia.md`. */
  path: string;
  data: Record<string, unknown>;
  newRecord?: boolean;
}

/** The library's own type has no fields. */
export const toEditorEntry = (entry: { toJS: () => unknown }): EditorEntry =>
  entry.toJS() as EditorEntry;

/** @param path in the repository */
export function collectionOf(
  collections: Record<string, Collection>,
  path: string,
): Collection | undefined {
  const file = path.replace(/^.*\/content\//, '');
  return Object.values(collections).find((collection) => isEntry(collection, file));
}

/** Links to it are links within the site. */
export const SITE = siteUrl({ site: import.meta.env.SITE, base: import.meta.env.BASE_URL });

/** The latest reading of each entry, by its collection and ID. */
const readings = new Map<string, { data: string; entry: ContentEntry }>();

/**
 * Reads the editor's data by way of the file that it would save, so that the editor checks and shows
 * exactly what the build will read. Equal data returns the same object.
 *
 * @param data of all fields, and of the Markdown below them as `body`
 */
export function readEditorEntry(
  collection: Collection,
  id: string,
  data: Record<string, unknown>,
): ContentEntry {
  const { files, label } = collection;
  // The library adds its own keys to list items, and origin.ts one to the entry.
  const json = JSON.stringify(data, (key, value: unknown) =>
    key.startsWith('__') ? undefined : value,
  );
  const key = `${label} ${id}`;
  const known = readings.get(key);
  if (known?.data === json) return known.entry;
  const format = formatOf('file' in files ? files.file : files.extension);
  const text = format.toFile(JSON.parse(json) as Record<string, unknown>);
  const entry = readEntry(collection, id, text, SITE);
  readings.set(key, { data: json, entry });
  return entry;
}
