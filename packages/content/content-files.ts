/** A site's content as the check gets it: folder.ts reads it from a disk, the editor from GitHub. */
import { isEntry, type Collection, type SiteContent } from './collection.ts';
import type { ContentEntry } from './entry.ts';
import type { ImageUse } from './metadata.ts';
import type { DecodePicture } from './picture-rules.ts';
import { valueAt } from './schema-fields.ts';

export interface ContentFiles {
  /** By path below the content folder, its accents composed: an entry as it was read, or undefined for any other file. */
  files: ReadonlyMap<string, ContentEntry | undefined>;
  /** Paths below the folder `public`. */
  publicFiles: readonly string[];
  /** The bytes of a file that content names as a picture; undefined if nobody needs to judge it. */
  readPicture: (file: string, use?: ImageUse) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  decodePicture: DecodePicture;
}

/** The entries of a collection, by their paths. */
export function entriesIn(
  collection: Collection | undefined,
  files: ContentFiles['files'],
): [file: string, entry: ContentEntry][] {
  return Array.from(files).filter(
    (found): found is [string, ContentEntry] =>
      collection !== undefined && found[1] !== undefined && isEntry(collection, found[0]),
  );
}

/** The path of a picture, which lies below the content folder; undefined if the name leads elsewhere. */
export function pictureAt(file: string, name: string): string | undefined {
  if (!/^\.{1,2}\//.test(name)) return undefined;
  const folders = file.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..' && folders.pop() === undefined) return undefined;
    if (!/^\.{0,2}$/.test(part)) folders.push(part);
  }
  return folders.join('/');
}

/** The pictures that the content names. */
export function usedPictures({ collections }: SiteContent, files: ContentFiles['files']): string[] {
  return Object.values(collections)
    .flatMap((collection) => entriesIn(collection, files))
    .flatMap(([file, { pictures, body }]) =>
      [...pictures.map(({ name }) => name), ...(body?.images ?? []).map(({ url }) => url)].flatMap(
        (name) => pictureAt(file, name) ?? [],
      ),
    );
}

/** The pictures that a change of the content leaves without a use. */
export function freedPictures(
  site: SiteContent,
  before: ContentFiles,
  after: ContentFiles,
): string[] {
  const needed = usedPictures(site, after.files);
  return [...new Set(usedPictures(site, before.files))].filter((name) => !needed.includes(name));
}

/** The title of an item in quotation marks, or else its file name. */
export function titleOf({ files }: Collection, { fields, id }: ContentEntry): string {
  const title = 'namedBy' in files && valueAt(fields, files.namedBy.split('.'));
  return `“${typeof title === 'string' ? title : id}”`;
}
