/** Which files of the content folder belong to a collection, and what they say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanText } from '../schemas/clean-text.ts';
import type { Collection } from '../schemas/collections.ts';
import { parseJsonFile, parseMarkdownFile, unreadable, type ContentFile } from './parse.ts';

/** Left behind by an operating system, or for whoever looks into the folder. */
export function isNote(name: string): boolean {
  return /^(?:\.|README)/i.test(name);
}

/** All files below a folder, relative to it, with forward slashes; none where it is not there. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/')).sort();
}

/** The files of a collection, relative to the content folder. A single file need not be there. */
export function filesOf(root: string, { files }: Collection): string[] {
  if ('file' in files) return [files.file];
  return filesBelow(join(root, files.folder))
    .filter((name) => name.endsWith(`.${files.extension}`) && !isNote(name) && !name.includes('/'))
    .map((name) => `${files.folder}/${name}`);
}

/** Text as UTF-8 or, where it is none, as old Windows programs save it. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a file with the repairs of `cleanText`. */
export function readContentFile(path: string): ContentFile {
  try {
    const text = cleanText(decode(readFileSync(path)));
    return path.endsWith('.md') ? parseMarkdownFile(text) : parseJsonFile(text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const found = code === 'ENOENT' ? 'nada: ele não existe' : `algo que não dá para ler (${code})`;
    return unreadable({ expected: 'um arquivo de texto', found });
  }
}
