/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all errors, so that an editor fixes them in one go.
 */
import { basename, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf, isNote, readCollection, type ContentFile } from '../content-reader/folder.ts';
import { quote } from '../content-reader/issue.ts';
import { filesBelow } from '../lib/files.ts';
import { COLLECTIONS, idOf, type Collection } from '../schemas/collections.ts';
import { IMAGE_EXTENSIONS } from '../schemas/image.ts';
import { checkImage } from './images.ts';
import { COMMON_PLACES, placesOf, type Site } from './links.ts';
import { checkReferences } from './references.ts';
import type { Problem } from './report.ts';

const ALL_COLLECTIONS = Object.values<Collection>(COLLECTIONS);

const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));

/** What the build adds to the files of `public`. */
const BUILT_FILES = ['/robots.txt', '/favicon.ico', '/apple-touch-icon.png'];

/**
 * What links in the content can lead to.
 *
 * @param root the content folder, `src/content`
 * @param base path that the site is deployed under
 */
export function describeSite(root: string, base?: string): Site {
  const places = ALL_COLLECTIONS.filter(({ pages }) => pages).flatMap((collection) =>
    readCollection(root, collection, base).flatMap(({ entry }) => placesOf(entry, collection)),
  );
  return {
    places: [...COMMON_PLACES, ...places],
    files: [...filesBelow(PUBLIC_FOLDER).map((file) => `/${file}`), ...BUILT_FILES],
  };
}

async function checkFile(
  root: string,
  { file, entry }: ContentFile,
  collection: Collection,
  site: Site,
): Promise<Problem[]> {
  const references = await checkReferences(entry, collection, {
    site,
    checkImage: (name, use) => checkImage(join(root, file), name, use),
  });
  return [...entry.issues, ...references].map((issue) => ({ ...issue, file }));
}

/** Rules that no single file can break: how many entries there are, and which. */
function crossFileRules(collection: Collection, found: string[]): Problem[] {
  const { files, count: [minimum, maximum] = [0, Infinity], requiredIds = [], label } = collection;
  if ('file' in files) return [];
  const ids = found.map(idOf);
  const missing = requiredIds
    .filter((required) => !ids.includes(required))
    .map((id) => ({
      file: `${files.folder}/${id}.${files.extension}`,
      expected: 'este arquivo: outros sites apontam para a página dele',
      found: 'nada: ele não existe',
    }));
  if (ids.length >= minimum && ids.length <= maximum) return missing;
  const range = minimum === maximum ? `exatamente ${minimum}` : `de ${minimum} a ${maximum}`;
  const expected = `${range} arquivos em “${label}”`;
  const names = ids.length === 0 ? 'nenhum' : `${ids.length}: ${ids.join(', ')}`;
  return [...missing, { file: `${files.folder}/`, expected, found: names }];
}

/** Content under a name that no collection knows: nobody would ever see it. */
function checkStrays(root: string): Problem[] {
  const known = ALL_COLLECTIONS.flatMap((collection) => filesOf(root, collection));
  const isContent = (file: string) => /\.(?:md|json)$/i.test(file) && !isNote(basename(file));
  return filesBelow(root)
    .filter((file) => isContent(file) && !known.includes(file))
    .map((file) => ({
      file,
      expected: 'um arquivo que o site use, na mesma pasta e com a mesma extensão dos outros',
      found: `${quote(basename(file))}, que não aparece em lugar nenhum`,
    }));
}

/**
 * Checks all content below a folder.
 *
 * @param root the content folder, `src/content`
 * @param base path that the site is deployed under
 * @returns every error found, none where all is well
 * @throws any error that is not about the content
 */
export async function checkContent(root: string, base?: string): Promise<Problem[]> {
  try {
    const site = describeSite(root, base);
    const inCollections = ALL_COLLECTIONS.map(async (collection) => {
      const files = readCollection(root, collection, base);
      const inFiles = files.map((file) => checkFile(root, file, collection, site));
      const names = files.map(({ file }) => file);
      return [...(await Promise.all(inFiles)).flat(), ...crossFileRules(collection, names)];
    });
    return [...(await Promise.all(inCollections)).flat(), ...checkStrays(root)];
  } catch (error) {
    // A folder that cannot be listed.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return [{ file: '', expected: 'pastas e arquivos que possam ser lidos', found: String(error) }];
  }
}

/**
 * The pictures that no content names: the editor deletes a client, and leaves the logo behind. They
 * do no harm, since no visitor gets them.
 *
 * @param root the content folder, `src/content`
 */
export function findUnusedPictures(root: string): string[] {
  const used = ALL_COLLECTIONS.flatMap((collection) =>
    readCollection(root, collection).flatMap(({ file, entry: { pictures, body } }) => {
      const names = [
        ...pictures.map(({ name }) => name),
        ...(body?.images ?? []).map(({ url }) => url),
      ];
      return names.map((name) => posix.join(posix.dirname(file), name));
    }),
  );
  return filesBelow(root).filter(
    (file) => IMAGE_EXTENSIONS.includes(extname(file).toLowerCase()) && !used.includes(file),
  );
}
