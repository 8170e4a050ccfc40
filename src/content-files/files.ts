/** Which files of the content folder belong to a collection. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from '../schemas/collections.ts';

/** Left behind by an operating system, or for whoever looks into the folder. */
export function isNote(name: string): boolean {
  return /^(?:\.|README)/i.test(name);
}

/** The files of a collection, relative to the content folder. A single file need not be there. */
export function filesOf(root: string, { files }: Collection): string[] {
  if ('file' in files) return [files.file];
  const folder = join(root, files.folder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${files.extension}`) && !isNote(name))
    .map((name) => `${files.folder}/${name}`)
    .sort();
}
