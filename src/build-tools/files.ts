import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EDITOR_FOLDER } from '../lib/paths.ts';

/** All files below a folder, relative to it, with forward slashes; none if there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** The pages of a built site, without the content editor, which is an application of its own. */
export function builtPages(folder: string): string[] {
  return filesBelow(folder).filter(
    (file) => file.endsWith('.html') && !file.startsWith(`${EDITOR_FOLDER}/`),
  );
}
