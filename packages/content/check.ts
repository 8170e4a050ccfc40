/** Checks every content file, without a build. Collects all errors: an editor fixes them in one go. */
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { isIgnored, type Collection, type SiteContent } from './collection.ts';
import { filesBelow, filesOf, readCollection, type ContentFile } from './folder.ts';
import { quote } from './issue.ts';
import { checkImage } from './image-files.ts';
import { linkTargets } from './link-targets.ts';
import { checkLinks, type LinkTargets } from './links.ts';
import { checkPictures } from './picture-rules.ts';
import type { FileIssue } from './report.ts';

async function checkFile(
  root: string,
  { file, entry }: ContentFile,
  collection: Collection,
  targets: LinkTargets,
): Promise<FileIssue[]> {
  const issues = [
    ...entry.issues,
    ...(await checkPictures(entry, collection, (name, use) =>
      checkImage(join(root, file), name, use),
    )),
    ...checkLinks(entry, collection, targets),
  ];
  return issues.map((issue) => ({ ...issue, file }));
}

function checkCount(collection: Collection, found: ContentFile[]): FileIssue[] {
  const { files, count: [minimum, maximum] = [0, Infinity], label } = collection;
  if ('file' in files) return [];
  const ids = found.map(({ entry }) => entry.id);
  if (ids.length >= minimum && ids.length <= maximum) return [];
  const expected = `de ${minimum} a ${maximum} arquivos em “${label}”`;
  const names = ids.length === 0 ? 'nenhum' : `${ids.length}: ${ids.join(', ')}`;
  return [{ file: `${files.folder}/`, expected, found: names }];
}

/** Finds an entry that is gone, or renamed, although a page links to it. */
function checkLinked({ files, linkedIds = [] }: Collection, found: ContentFile[]): FileIssue[] {
  if ('file' in files) return [];
  return linkedIds
    .filter((id) => found.every(({ entry }) => entry.id !== id))
    .map((id) => ({
      file: `${files.folder}/${id}.${files.extension}`,
      expected: 'um arquivo com este nome, porque outra página do site leva a ele',
      found: 'nada: ele não existe',
    }));
}

/** What somebody may have meant as content: `novo`, `novo.md.txt`, `novo.docx`. */
const TEXT_NAME = /(?:^|\/)[^./]+$|\.(?:mdx?|markdown|json|ya?ml|txt|docx?|odt|rtf)$/i;

/** Finds content under a name that no collection reads: nobody would ever see it. */
function checkStrays({ collections }: SiteContent, root: string): FileIssue[] {
  const known = Object.values(collections).flatMap((collection) => filesOf(root, collection));
  return filesBelow(root)
    .filter((file) => TEXT_NAME.test(file) && !isIgnored(file) && !known.includes(file))
    .map((file) => ({
      file,
      expected: 'um arquivo que o site use, na mesma pasta e com a mesma extensão dos outros',
      found: `${quote(basename(file))}, que não aparece em lugar nenhum`,
    }));
}

/** Renames files in whose names a Mac has taken the accents apart: texts name them with whole letters. */
function composeNames(root: string): void {
  for (const file of filesBelow(root)) {
    const composed = join(root, dirname(file), basename(file).normalize());
    if (!existsSync(composed)) renameSync(join(root, file), composed);
  }
}

/**
 * @param root the content folder, `src/content`
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export async function checkContent(
  content: SiteContent,
  root: string,
  homeUrl?: string,
): Promise<FileIssue[]> {
  composeNames(root);
  const targets = linkTargets(content, root, homeUrl);
  const issues: FileIssue[] = [];
  for (const collection of Object.values(content.collections)) {
    const files = readCollection(root, collection, homeUrl);
    for (const file of files) issues.push(...(await checkFile(root, file, collection, targets)));
    issues.push(...checkCount(collection, files), ...checkLinked(collection, files));
  }
  return [...issues, ...checkStrays(content, root)];
}

/** Every picture that the content names, relative to the content folder. */
export function usedPictures({ collections }: SiteContent, root: string): string[] {
  return Object.values(collections)
    .flatMap((collection) => readCollection(root, collection))
    .flatMap(({ file, entry: { pictures, body } }) => {
      const inBody = (body?.images ?? []).map(({ url }) => url);
      return [...pictures.map(({ name }) => name), ...inBody].map((name) =>
        posix.join(posix.dirname(file), name),
      );
    });
}
