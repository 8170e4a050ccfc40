/** Rules about which files lie below the content folder, and under which names. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Collection } from '../schemas/collections.ts';
import { IMAGE_EXTENSIONS } from './images.ts';
import type { Problem } from './problem.ts';

/** What a name is made of that can stand in an address as it is. */
const PLAIN_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names whose page the site needs for itself: /planos/404 is the not-found page. */
const RESERVED_NAMES = ['404', 'index'];

/** Files that operating systems and Git leave behind. */
const LEFT_BEHIND = /^(?:\..*|Thumbs\.db|desktop\.ini)$/i;

/** The name of a file without folder and extension: an entry's id, part of its address. */
export function idOf(file: string): string {
  return basename(file, extname(file));
}

/** A name as it would read in an address: “Redes Sociais” becomes `redes-sociais`. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Says that something is no folder, or undefined where it is one. */
export function folderMistake(path: string): Pick<Problem, 'expected' | 'found'> | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return undefined;
  return {
    expected: 'uma pasta',
    found: stats ? 'um arquivo com este nome' : 'nada: ela não existe',
  };
}

/** A collection whose folder is something else. One without any file is another rule's business. */
export function collectionMistake(root: string, { files }: Collection): Problem | undefined {
  if ('file' in files || !existsSync(join(root, files.folder))) return undefined;
  const mistake = folderMistake(join(root, files.folder));
  return mistake && { file: files.folder, ...mistake };
}

/** The files of a collection, relative to the content folder, and what only has the name of one. */
export function filesOf(root: string, collection: Collection): string[] {
  const { files } = collection;
  if ('file' in files) return [files.file];
  const folder = join(root, files.folder);
  if (!existsSync(folder) || collectionMistake(root, collection)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${files.extension}`) && !LEFT_BEHIND.test(name))
    .map((name) => `${files.folder}/${name}`)
    .sort();
}

/** Names that make no good address, or the same address twice. */
export function checkNames(files: string[]): Problem[] {
  const taken = new Map<string, string>();
  return files.flatMap((file): Problem[] => {
    const id = idOf(file);
    const plain = plainName(id);
    const twin = taken.get(plain);
    taken.set(plain, file);
    if (twin !== undefined) {
      const expected = 'um nome de arquivo que dê um endereço só seu';
      return [{ file, expected, found: `“${basename(file)}”, que dá o mesmo que ${twin}` }];
    }
    if (RESERVED_NAMES.includes(id)) {
      const expected = 'um nome de arquivo que o site não use para si';
      return [{ file, expected, found: `“${basename(file)}”` }];
    }
    if (PLAIN_NAME.test(id)) return [];
    return [
      {
        file,
        expected: 'um nome de arquivo só com letras minúsculas sem acento, algarismos e hífens',
        found: `“${basename(file)}”`,
        advice: plain === '' ? undefined : `Um bom nome seria “${plain}${extname(file)}”.`,
      },
    ];
  });
}

/** Files that no collection knows and that are no images either: nobody would ever see them. */
export function checkStrays(root: string, collections: Collection[]): Problem[] {
  const known = new Set(
    collections.flatMap((collection) => [
      ...filesOf(root, collection),
      // Where this is a file, it has been reported.
      ...('folder' in collection.files ? [collection.files.folder] : []),
    ]),
  );
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !LEFT_BEHIND.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'),
    )
    .filter((file) => !known.has(file) && !IMAGE_EXTENSIONS.includes(extname(file).toLowerCase()))
    .sort()
    .map((file) => {
      const home = collections.find(
        ({ files }) => 'folder' in files && files.folder === dirname(file),
      );
      const extension = home && 'extension' in home.files ? home.files.extension : undefined;
      return {
        file,
        expected: 'só arquivos que o site usa',
        found: `“${basename(file)}”, que não aparece em lugar nenhum`,
        advice:
          extension && home
            ? `Em “${home.label}”, o nome dos arquivos termina em .${extension}.`
            : undefined,
      };
    });
}
