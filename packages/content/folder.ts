import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { checkContent } from './check.ts';
import { decodeText } from './clean-text.ts';
import { idOf, isEntry, type Collection, type SiteContent } from './collection.ts';
import type { ContentFiles } from './content-files.ts';
import { readEntry, type ContentEntry } from './entry.ts';
import { SAMPLE_SIDE_PX, type Sample } from './picture-rules.ts';
import type { FileIssue } from './report.ts';

/** Below the project's root, where npm runs every command. */
const PUBLIC_FOLDER = 'public';

export interface ContentFile {
  /** Relative to the content folder, with forward slashes. */
  file: string;
  entry: ContentEntry;
}

/** All files below a folder, relative to it, with forward slashes; none if there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Changes with each change of a file that the content check reads. */
export function stateOf(root: string): string {
  const files = [root, PUBLIC_FOLDER].flatMap((it) => filesBelow(it).map((file) => join(it, file)));
  return files.map((file) => `${file} ${statSync(file).ctimeMs} ${statSync(file).size}`).join();
}

/** The files of a collection, relative to the content folder. A collection's single file may be missing. */
export function filesOf(root: string, collection: Collection): string[] {
  const { files } = collection;
  if ('file' in files) return [files.file];
  return filesBelow(join(root, files.folder))
    .map((name) => `${files.folder}/${name}`)
    .filter((file) => isEntry(collection, file));
}

/** Renames files in whose names a Mac has taken the accents apart: texts name them with whole letters. */
export function composeNames(root: string): void {
  for (const file of filesBelow(root)) {
    const composed = join(root, dirname(file), basename(file).normalize());
    if (!existsSync(composed)) renameSync(join(root, file), composed);
  }
}

/** Decodes a whole image, since an upload may have been cut short. */
export async function decodePicture(bytes: Uint8Array): Promise<Sample> {
  // Slow to load, and only needed for images.
  const { default: sharp } = await import('sharp');
  const { data: alpha, info } = await sharp(bytes, { failOn: 'truncated' })
    .resize({ width: SAMPLE_SIDE_PX, height: SAMPLE_SIDE_PX, fit: 'inside' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { alpha, width: info.width };
}

/**
 * Reads all content.
 *
 * @param root the content folder, `src/content`
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export function readFolder(
  { collections }: SiteContent,
  root: string,
  homeUrl?: string,
): ContentFiles {
  const onDisk = new Map(filesBelow(root).map((file) => [file.normalize(), join(root, file)]));
  const entries = Object.values(collections)
    .flatMap((collection) => readCollection(root, collection, homeUrl))
    .map(({ file, entry }) => [file.normalize(), entry] as const);
  const others = Array.from(onDisk.keys(), (file) => [file, undefined] as const);
  return {
    files: new Map([...others, ...entries]),
    publicFiles: filesBelow(PUBLIC_FOLDER),
    // A file that may not be read is no intact picture.
    readPicture: (file) => readFile(onDisk.get(file) ?? '').catch(() => Buffer.alloc(0)),
    decodePicture,
  };
}

/** Checks all content on the disk, as for {@link readFolder}. */
export function checkFolder(
  site: SiteContent,
  root: string,
  homeUrl?: string,
): Promise<FileIssue[]> {
  return checkContent(site, readFolder(site, root, homeUrl));
}

/**
 * Reads all files of a collection. Its single file may be missing: the check says so.
 *
 * @param root the content folder, `src/content`
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export function readCollection(root: string, collection: Collection, homeUrl = '/'): ContentFile[] {
  return filesOf(root, collection)
    .filter((file) => existsSync(join(root, file)))
    .map((file) => {
      const text = decodeText(readFileSync(join(root, file)));
      return { file, entry: readEntry(collection, idOf(file), text, homeUrl) };
    });
}
