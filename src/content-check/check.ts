/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all errors, so that an editor fixes them in one go.
 */
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, filesOf, isNote, readContentFile } from '../content-files/files.ts';
import { quote, type Issue } from '../content-files/issue.ts';
import { COLLECTIONS, idOf, type Collection } from '../schemas/collections.ts';
import { checkEntry } from './entry.ts';
import { checkImage } from './images.ts';
import { COMMON_PLACES, placesOfPlan, type Site } from './links.ts';
import type { Problem } from './report.ts';

const ALL_COLLECTIONS = Object.values<Collection>(COLLECTIONS);

const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));

/** What the build adds to the files of `public`. */
const BUILT_FILES = ['/robots.txt'];

/**
 * What links in the content can lead to.
 *
 * @param root the content folder, `src/content`
 */
export function describeSite(root: string): Site {
  return {
    places: [
      ...COMMON_PLACES,
      ...filesOf(root, COLLECTIONS.plans).flatMap((file) =>
        placesOfPlan(idOf(file), readContentFile(join(root, file)).body?.text ?? ''),
      ),
    ],
    files: [...filesBelow(PUBLIC_FOLDER).map((file) => `/${file}`), ...BUILT_FILES],
  };
}

async function checkFile(path: string, collection: Collection, site: Site): Promise<Issue[]> {
  const content = readContentFile(path);
  if (content.data === undefined) return content.issues;
  const issues = await checkEntry(collection, idOf(path), content, {
    site,
    checkImage: (name, use) => checkImage(path, name, use),
  });
  return issues.map((issue) => ({
    ...issue,
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
 * @returns every error found, none where all is well
 */
export async function checkContent(root: string): Promise<Problem[]> {
  try {
    const site = describeSite(root);
    const inCollections = ALL_COLLECTIONS.map(async (collection) => {
      const files = filesOf(root, collection);
      const inFiles = files.map(async (file) => {
        const issues = await checkFile(join(root, file), collection, site);
        return issues.map((issue) => ({ ...issue, file }));
      });
      return [...(await Promise.all(inFiles)).flat(), ...crossFileRules(collection, files)];
    });
    return [...(await Promise.all(inCollections)).flat(), ...checkStrays(root)];
  } catch (error) {
    // Whatever the check cannot cope with: a folder that is none, a text of a thousand brackets.
    return [{ file: '', expected: 'pastas e arquivos que possam ser lidos', found: String(error) }];
  }
}
