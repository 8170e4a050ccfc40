/** Reads the content folder. Each file is parsed once. */
import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../build-tools/files.ts';
import { idOf, type Collection } from '../schemas/collections.ts';
import { readEntry, type ContentEntry } from './entry.ts';

/** Channel that announces each file as it is parsed. */
const PARSED_FILES = 'content-reader:parsed';

export interface ContentFile {
  /** Relative to the content folder, with forward slashes. */
  file: string;
  entry: ContentEntry;
}

declare global {
  var contentReaderFiles: Map<string, Kept> | undefined;
}

interface Kept {
  text: string;
  entry: ContentEntry;
}

/**
 * Parsed files by base and path. Global, because Astro's configuration and the pages load separate copies
 * of this module in the same process.
 */
const kept = (globalThis.contentReaderFiles ??= new Map<string, Kept>());

/** Whether a file belongs to the operating system or is a README. */
export function isNote(name: string): boolean {
  return /^(?:\.|README)/i.test(name);
}

/** The files of a collection, relative to the content folder. A collection's single file may be missing. */
export function filesOf(root: string, { files }: Collection): string[] {
  if ('file' in files) return [files.file];
  return filesBelow(join(root, files.folder))
    .filter((name) => name.endsWith(`.${files.extension}`) && !isNote(name) && !name.includes('/'))
    .map((name) => `${files.folder}/${name}`);
}

const UTF_16_MARK = Buffer.from([0xff, 0xfe]);

/** Decodes UTF-8, or else what Windows programs save. */
function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 2).equals(UTF_16_MARK)) return bytes.toString('utf16le');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readOnce(path: string, collection: Collection, base: string): ContentEntry {
  const text = decode(readFileSync(path));
  const key = `${base} ${path}`;
  const known = kept.get(key);
  if (known?.text === text) return known.entry;
  channel(PARSED_FILES).publish(path);
  const entry = readEntry(collection, idOf(path), text, base);
  kept.set(key, { text, entry });
  return entry;
}

/** A description of the file, if it is not text; undefined if the error is not about the file. */
function foundInstead(error: unknown): string | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'nada: ele não existe';
  if (syscall !== undefined) return `algo que não dá para ler (${code})`;
  // The parsers are recursive: a thousand nested brackets exhaust the stack.
  return error instanceof RangeError ? 'níveis demais, uns dentro dos outros' : undefined;
}

function unreadableEntry(file: string, found: string): ContentEntry {
  const issues = [{ expected: 'um arquivo de texto', found }];
  return { id: idOf(file), pictures: [], issues, locate: (issue) => issue };
}

/**
 * Reads all files of a collection.
 *
 * @param root the content folder, `src/content`
 * @param base path that the site is deployed under
 */
export function readCollection(root: string, collection: Collection, base = '/'): ContentFile[] {
  return filesOf(root, collection).map((file) => {
    try {
      return { file, entry: readOnce(join(root, file), collection, base) };
    } catch (error) {
      const found = foundInstead(error);
      if (found === undefined) throw error;
      return { file, entry: unreadableEntry(file, found) };
    }
  });
}
