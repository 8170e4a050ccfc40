/** Checks all content, without a build. Collects all errors: an editor fixes them in one go. */
import { isIgnored, type Collection, type SiteContent } from './collection.ts';
import { entriesIn, pictureAt, type ContentFiles } from './content-files.ts';
import type { ContentEntry } from './entry.ts';
import { quote, type Issue } from './issue.ts';
import { checkLinks, linkTargets } from './links.ts';
import { checkPictures, EXPECTED_PICTURE, judgePicture } from './picture-rules.ts';
import type { FileIssue } from './report.ts';

/** Finds too few entries, or too many. */
function checkCount(
  { files, count: [minimum, maximum] = [0, Infinity] }: Collection,
  ids: string[],
) {
  const expected =
    ids.length < minimum
      ? `pelo menos ${minimum} ${minimum === 1 ? 'item' : 'itens'}`
      : `no máximo ${maximum} itens`;
  const found = ids.length === 0 ? 'nenhum' : `${ids.length}: ${ids.join(', ')}`;
  const isFine = 'file' in files || (ids.length >= minimum && ids.length <= maximum);
  return isFine ? [] : [{ file: `${files.folder}/`, expected, found }];
}

/** Finds a file that is missing, and an entry that is gone, or renamed, although a page links to it. */
function checkNeeded({ files, linkedIds = [] }: Collection, ids: string[]): FileIssue[] {
  if ('file' in files) {
    const missing = { expected: 'um arquivo de texto', found: 'nada: ele não existe' };
    return ids.length > 0 ? [] : [{ file: files.file, ...missing }];
  }
  return linkedIds
    .filter((id) => !ids.includes(id))
    .map((id) => ({
      file: `${files.folder}/${id}.${files.extension}`,
      expected: `“${id}”, porque outra página do site leva a ele`,
      found: 'nada: ele não existe',
    }));
}

/** What somebody may have meant as content: `novo`, `novo.md.txt`, `novo.docx`. */
const TEXT_NAME = /(?:^|\/)[^./]+$|\.(?:mdx?|markdown|json|ya?ml|txt|docx?|odt|rtf)$/i;

/** Finds content under a name that no collection reads: nobody would ever see it. */
function checkStrays(files: ContentFiles['files']): FileIssue[] {
  return Array.from(files)
    .filter(([file, entry]) => TEXT_NAME.test(file) && !isIgnored(file) && !entry)
    .map(([file]) => ({
      file,
      expected: 'um arquivo que o site use, na mesma pasta e com a mesma extensão dos outros',
      found: `${quote(file.replace(/^.*\//, ''))}, que não aparece em lugar nenhum`,
    }));
}

export async function checkContent(site: SiteContent, content: ContentFiles): Promise<FileIssue[]> {
  const targets = linkTargets(site, content);
  async function checkEntry(file: string, entry: ContentEntry, collection: Collection) {
    const pictureIssues = await checkPictures(entry, collection, async (name, use) => {
      const picture = pictureAt(file, name);
      if (picture === undefined || !content.files.has(picture)) return EXPECTED_PICTURE;
      const bytes = await content.readPicture(picture, use);
      return bytes && judgePicture(bytes, picture, use, content.decodePicture);
    });
    return [...entry.issues, ...pictureIssues, ...checkLinks(entry, collection, targets)];
  }
  const issues: FileIssue[] = [];
  for (const collection of Object.values(site.collections)) {
    const { label } = collection;
    const entries = entriesIn(collection, content.files);
    const ids = entries.map(([, { id }]) => id);
    const add = (file: string, found: Issue[]): unknown =>
      issues.push(...found.map((issue) => ({ ...issue, file, label })));
    for (const [file, entry] of entries) add(file, await checkEntry(file, entry, collection));
    const ofFolder = [...checkCount(collection, ids), ...checkNeeded(collection, ids)];
    for (const { file, ...issue } of ofFolder) add(file, [issue]);
  }
  return [...issues, ...checkStrays(content.files)];
}
