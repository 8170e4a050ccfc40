/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all errors, so that an editor fixes them in one go.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { idOf } from '../content-files/entry-id.ts';
import { filesOf, isNote } from '../content-files/files.ts';
import { quote } from '../content-files/quote.ts';
import { readContentFile } from '../content-files/read-content-file.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { checkEntry } from './entry.ts';
import { checkImage } from './images.ts';
import { COMMON_PAGES, planPage, type Site } from './links.ts';
import type { Problem } from './report.ts';

const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));

/** What the build adds to the files of `public`. */
const BUILT_FILES = ['/robots.txt'];

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/')).sort();
}

/**
 * What links in the content can lead to.
 *
 * @param root the content folder, `src/content`
 */
export function describeSite(root: string): Site {
  return {
    pages: [
      ...COMMON_PAGES,
      ...filesOf(root, COLLECTIONS.plans).map((file) =>
        planPage(idOf(file), readContentFile(join(root, file)).body?.text),
      ),
    ],
    files: [...filesBelow(PUBLIC_FOLDER).map((file) => `/${file}`), ...BUILT_FILES],
  };
}

async function checkFile(
  root: string,
  file: string,
  collection: Collection,
  site: Site,
): Promise<Problem[]> {
  const path = join(root, file);
  const content = readContentFile(path);
  if (content.data === undefined) return content.issues.map((issue) => ({ ...issue, file }));
  const issues = await checkEntry(collection, idOf(file), content, {
    site,
    checkImage: (name, use) => checkImage(path, name, use),
  });
  return issues.map((issue) => ({
    ...issue,
    file,
    line: issue.path ? content.lineOf(issue.path) : issue.line,
  }));
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
function checkStrays(root: string, known: string[]): Problem[] {
  return filesBelow(root)
    .filter((file) => /\.(?:md|json)$/i.test(file) && !isNote(basename(file)))
    .filter((file) => !known.includes(file))
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
 * @returns every error found, none where all is well
 */
export async function checkContent(root: string): Promise<Problem[]> {
  try {
    const site = describeSite(root);
    const collections = Object.values<Collection>(COLLECTIONS).map((collection) => ({
      collection,
      files: filesOf(root, collection),
    }));
    const inCollections = await Promise.all(
      collections.map(async ({ collection, files }) => [
        ...(await Promise.all(files.map((file) => checkFile(root, file, collection, site)))).flat(),
        ...crossFileRules(collection, files),
      ]),
    );
    const known = collections.flatMap(({ files }) => files);
    return [...inCollections.flat(), ...checkStrays(root, known)];
  } catch (error) {
    // Whatever the check cannot cope with: a folder that is none, a text of a thousand brackets.
    return [{ file: '', expected: 'pastas e arquivos que possam ser lidos', found: String(error) }];
  }
}
