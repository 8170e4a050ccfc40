/** Checks every content file, without a build. Collects all errors: an editor fixes them in one go. */
import { basename, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf, isIgnored, readCollection, type ContentFile } from './folder.ts';
import { quote } from './issue.ts';
import { filesBelow } from '../../src/build-tools/files.ts';
import { COLLECTIONS, type Collection } from '../../src/schemas/collections.ts';
import { IMAGE_EXTENSIONS } from './image.ts';
import { checkImage } from './images.ts';
import { HOME_IDS } from '../../src/lib/page-parts.ts';
import { COMMON_TARGETS, targetsOf, type LinkTargets } from './links.ts';
import { checkPlanPaths } from './plan-paths.ts';
import { checkReferences } from './references.ts';
import type { FileIssue } from './report.ts';

const ALL_COLLECTIONS = Object.values<Collection>(COLLECTIONS);

const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));

/** Files that the build adds to those of `public`. */
const BUILT_FILES = ['/robots.txt', '/favicon.ico', '/apple-touch-icon.png'];

/**
 * @param root the content folder, `src/content`
 * @param base path that the site is deployed under
 */
export function linkTargets(root: string, base?: string): LinkTargets {
  const hasClients = filesOf(root, COLLECTIONS.clients).length > 0;
  const entries = ALL_COLLECTIONS.flatMap((collection) =>
    collection.pages
      ? readCollection(root, collection, base).flatMap(({ entry }) => targetsOf(entry, collection))
      : [],
  );
  const files = [...filesBelow(PUBLIC_FOLDER).map((file) => `/${file}`), ...BUILT_FILES];
  return [
    ...COMMON_TARGETS.filter(({ name }) => hasClients || name !== HOME_IDS.clients),
    ...entries,
    ...files.map((url) => ({ url, name: '' })),
  ];
}

async function checkFile(
  root: string,
  { file, entry }: ContentFile,
  collection: Collection,
  targets: LinkTargets,
): Promise<FileIssue[]> {
  const references = await checkReferences(entry, collection, {
    targets,
    checkImage: (name, use) => checkImage(join(root, file), name, use),
  });
  return [...entry.issues, ...references].map((issue) => ({ ...issue, file }));
}

/** Checks the number of entries. */
function checkCount(collection: Collection, found: ContentFile[]): FileIssue[] {
  const { files, count: [minimum, maximum] = [0, Infinity], label } = collection;
  if ('file' in files) return [];
  const ids = found.map(({ entry }) => entry.id);
  if (ids.length >= minimum && ids.length <= maximum) return [];
  const expected = `de ${minimum} a ${maximum} arquivos em “${label}”`;
  const names = ids.length === 0 ? 'nenhum' : `${ids.length}: ${ids.join(', ')}`;
  return [{ file: `${files.folder}/`, expected, found: names }];
}

/** Finds content under a name that no collection reads: nobody would ever see it. */
function checkStrays(root: string): FileIssue[] {
  const known = ALL_COLLECTIONS.flatMap((collection) => filesOf(root, collection));
  const isContent = (file: string) => /\.(?:md|json)$/i.test(file) && !isIgnored(basename(file));
  return filesBelow(root)
    .filter((file) => isContent(file) && !known.includes(file))
    .map((file) => ({
      file,
      expected: 'um arquivo que o site use, na mesma pasta e com a mesma extensão dos outros',
      found: `${quote(basename(file))}, que não aparece em lugar nenhum`,
    }));
}

/**
 * @param root the content folder, `src/content`
 * @param base path that the site is deployed under
 */
export async function checkContent(root: string, base?: string): Promise<FileIssue[]> {
  const targets = linkTargets(root, base);
  const issues: FileIssue[] = [];
  for (const collection of ALL_COLLECTIONS) {
    const files = readCollection(root, collection, base);
    for (const file of files) issues.push(...(await checkFile(root, file, collection, targets)));
    issues.push(...checkCount(collection, files));
  }
  return [...issues, ...checkPlanPaths(root, targets), ...checkStrays(root)];
}

/** Every picture that the content names, relative to the content folder. */
export function usedPictures(root: string): string[] {
  return ALL_COLLECTIONS.flatMap((collection) => readCollection(root, collection)).flatMap(
    ({ file, entry: { pictures, body } }) => {
      const inBody = (body?.images ?? []).map(({ url }) => url);
      return [...pictures.map(({ name }) => name), ...inBody].map((name) =>
        posix.join(posix.dirname(file), name),
      );
    },
  );
}

/** Pictures that no content names: the editor deletes a client and leaves the logo behind. */
export function findUnusedPictures(root: string): string[] {
  const used = usedPictures(root);
  return filesBelow(root).filter(
    (file) => IMAGE_EXTENSIONS.includes(extname(file).toLowerCase()) && !used.includes(file),
  );
}
