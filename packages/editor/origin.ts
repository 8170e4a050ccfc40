/**
 * What a form was made from. Each entry that the library reads carries a fingerprint of its file as one more value.
 * That value goes where the others go: into the form, its backup, what is restored of it, another tab. A save
 * compares it with the branch (check-entry.ts).
 */
import { FILE_FORMATS, formatOf } from '@site/content/file-formats';

type Fields = Record<string, unknown>;

/** The name of that value. No schema has it, and no file. */
export const ORIGIN = '__origin';

/** Private-use characters, for which nobody searches: the library's search reads every value. */
const FIRST_CHARACTER = 0xe000;

/** What fields say, whatever their order, and whether an empty one is left out. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(canonical) : undefined;
  if (typeof value !== 'object' || value === null)
    return value === '' ? undefined : (value ?? undefined);
  const fields = Object.entries(value)
    .map(([name, inner]) => [name, canonical(inner)] as const)
    .filter(([name, inner]) => inner !== undefined && name !== ORIGIN && !name.startsWith('__sc_'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

async function fingerprint(fields: Fields): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(canonical(fields)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return String.fromCharCode(...Array.from(hash, (byte) => FIRST_CHARACTER + byte));
}

/** Of a file, by its path and text. */
export function fingerprintOf(path: string, text: string): Promise<string> {
  try {
    // The library too reads a file without these.
    return fingerprint(formatOf(path).fromFile(text.trim().replace(/\r\n?/g, '\n')));
  } catch {
    // Somebody has broken it since.
    return fingerprint({ text });
  }
}

/** Of the file that a form's values are saved as. */
export function fingerprintAsSaved(path: string, fields: Fields): Promise<string> {
  return fingerprintOf(path, formatOf(path).toFile((canonical(fields) ?? {}) as Fields));
}

/** The file formats, with the fingerprint added to what is read and left out of what is written. */
export const ORIGIN_FORMATS = Object.entries(FILE_FORMATS).map(
  ([name, { extension, fromFile, toFile }]) => ({
    name,
    extension,
    fromFile: async (text: string): Promise<Fields> => {
      const fields = fromFile(text);
      return { ...fields, [ORIGIN]: await fingerprint(fields) };
    },
    toFile: (fields: Fields) =>
      toFile(Object.fromEntries(Object.entries(fields).filter(([field]) => field !== ORIGIN))),
  }),
);
