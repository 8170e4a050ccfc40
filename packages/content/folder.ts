import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { idOf, isEntry, type Collection } from './collection.ts';
import { readEntry, type ContentEntry } from './entry.ts';

export interface ContentFile {
  /** Relative to the content folder, with forward slashes. */
  file: string;
  entry: ContentEntry;
}

/** All files below a folder, relative to it, with forward slashes; none if there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** The files of a collection, relative to the content folder. A collection's single file may be missing. */
export function filesOf(root: string, collection: Collection): string[] {
  const { files } = collection;
  if ('file' in files) return [files.file];
  return filesBelow(join(root, files.folder))
    .map((name) => `${files.folder}/${name}`)
    .filter((file) => isEntry(collection, file));
}

/** Decodes UTF-8, or else what Windows programs save. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const MISSING = { expected: 'um arquivo de texto', found: 'nada: ele não existe' };

function readFile(path: string, collection: Collection, homeUrl: string): ContentEntry {
  const id = idOf(path);
  if (!existsSync(path)) return { id, pictures: [], issues: [MISSING], withLine: (issue) => issue };
  return readEntry(collection, id, decode(readFileSync(path)), homeUrl);
}

/**
 * Reads all files of a collection.
 *
 * @param root the content folder, `src/content`
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export function readCollection(root: string, collection: Collection, homeUrl = '/'): ContentFile[] {
  return filesOf(root, collection).map((file) => ({
    file,
    entry: readFile(join(root, file), collection, homeUrl),
  }));
}
