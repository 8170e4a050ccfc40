/** All content of the pages, as the editor holds it: one entry unsaved, the others saved. */
import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import type { ImageMetadata } from 'astro';
import site from 'virtual:editor-site';
import { z } from 'zod';
import { decode } from '@site/content/broken-link';
import type { ContentEntry } from '@site/content/entry';
import { fieldAt, setValue } from '@site/content/schema-fields';
import { idOf, type Collection } from '@site/content/collection';
import { mimeType } from '../pictures.ts';
import { PAGE_DATA } from '../page-data.ts';
import { readEditorEntry, toEditorEntry, type EditorEntry } from '../read-entry.ts';
import type { PreviewContent, PreviewEntry } from './astro-content.ts';
import { marker, withMarkers } from './markers.ts';

/** Of an entry, only `toJS` is used. */
export type TemplateProps = Omit<CustomPreviewTemplateProps, 'entry'> & {
  entry: { toJS: () => unknown };
};

const NEW_ID = 'novo';

const NO_PICTURE = {
  src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  width: 4,
  height: 3,
  format: 'svg',
} as const;

/** What the Markdown pipeline writes into an image (own-images.ts). */
const IMAGE_OPTIONS = z.object({ src: z.string(), alt: z.string() });

const loadedPictures = new Map<string, Promise<ImageMetadata>>();

async function loadPicture(blob: Blob): Promise<ImageMetadata> {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const format = blob.type.replace(/^image\/|\+xml$/g, '') as ImageMetadata['format'];
  return { src: image.src, width: image.naturalWidth, height: image.naturalHeight, format };
}

/** @param path in the repository, or the `blob:` URL of a picture that is not yet stored */
async function readPicture(path: string, getAsset: TemplateProps['getAsset']): Promise<Blob> {
  if (path.startsWith('blob:')) return (await fetch(path)).blob();
  // Missing from the library's types: https://decapcms.org/docs/customization/
  // A Mac takes the accents of a file's name apart.
  const asset = (getAsset(path) ?? getAsset(decode(path).normalize('NFD'))) as
    { toBase64: () => Promise<string> } | undefined;
  const base64 = await asset?.toBase64();
  if (base64 === undefined) throw new Error(`The repository has no ${path}.`);
  const type = mimeType(path.replace(/^.*\./, '').toLowerCase());
  return (await fetch(`data:${type};base64,${base64}`)).blob();
}

function picture(
  value: string,
  folder: string,
  getAsset: TemplateProps['getAsset'],
): Promise<ImageMetadata> {
  const isRelative = /^\.{1,2}\//.test(value);
  const path = isRelative ? new URL(value, `https://here.invalid${folder}/`).pathname : value;
  const known = loadedPictures.get(path);
  if (known) return known;
  const loading = readPicture(path, getAsset)
    .then(loadPicture)
    .catch(() => NO_PICTURE);
  loadedPictures.set(path, loading);
  return loading;
}

export function entryId({ path }: EditorEntry): string {
  return idOf(path) || NEW_ID;
}

/** Replaces the placeholders in a text with the images that the editor holds. */
async function withImages(
  html: string,
  folder: string,
  getAsset: TemplateProps['getAsset'],
): Promise<string> {
  if (!html.includes('<img')) return html;
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const image of template.content.querySelectorAll('img')) {
    const options = image.getAttribute('__astro_image_') ?? '{}';
    const { src, alt } = IMAGE_OPTIONS.parse(JSON.parse(options));
    image.removeAttribute('__astro_image_');
    Object.assign(image, { src: (await picture(src, folder, getAsset)).src, alt });
  }
  return template.innerHTML;
}

/** Entries with their pictures and markers. A change to an entry's data creates a new key. */
const prepared = new WeakMap<ContentEntry, Promise<PreviewEntry>>();

/** The prefix that markers of one entry's fields share, such as `plans/tecnologia`. */
export function entryKey(name: string, id: string): string {
  return `${name}/${id}`;
}

function folderOf({ files }: Collection): string {
  const file = 'file' in files ? files.file : `${files.folder}/`;
  return `${PAGE_DATA.config.public_folder}/${file}`.replace(/\/[^/]*$/, '');
}

/**
 * What the schema makes of an entry that may be incomplete: forms fill up field by field, but no page can draw
 * an unknown icon or a picture without a size.
 */
function completedData({ fields, pictures }: ContentEntry, { schema }: Collection) {
  const given = structuredClone(fields);
  // The editor uses an empty string for a missing picture, and saves none.
  for (const { path, name } of pictures) if (name === '') setValue(given, path, undefined);
  const { data = given, error } = schema.safeParse(given);
  for (const issue of error?.issues ?? []) {
    if (issue.code === 'invalid_value') setValue(data, issue.path, issue.values[0]);
    if (fieldAt(schema, issue.path)?.image) setValue(data, issue.path, NO_PICTURE);
  }
  return data;
}

async function prepareEntry(
  read: ContentEntry,
  key: string,
  collection: Collection,
  getAsset: TemplateProps['getAsset'],
): Promise<PreviewEntry> {
  const folder = folderOf(collection);
  const data = completedData(read, collection);
  for (const { path, name } of read.pictures) {
    if (name !== '') setValue(data, path, await picture(name, folder, getAsset));
  }
  const html = await withImages(read.body?.html ?? '', folder, getAsset);
  return {
    id: read.id,
    data: withMarkers(data, key) as Record<string, unknown>,
    html: html + marker(`${key}/body`),
    headings: read.body?.headings ?? [],
  };
}

function previewEntry(
  name: string,
  collection: Collection,
  entry: EditorEntry,
  getAsset: TemplateProps['getAsset'],
): Promise<PreviewEntry> {
  const id = entryId(entry);
  const read = readEditorEntry(collection, id, entry.data);
  const preparing =
    prepared.get(read) ?? prepareEntry(read, entryKey(name, id), collection, getAsset);
  prepared.set(read, preparing);
  return preparing;
}

/**
 * @param edited replaces its stored version
 * @param name of its collection
 */
export async function readContent(
  { getAsset, getCollection }: TemplateProps,
  edited?: EditorEntry,
  name?: string,
): Promise<PreviewContent> {
  const stored = async (editorName: string): Promise<EditorEntry[]> => {
    const entries = await getCollection(editorName);
    return [entries].flat().map(toEditorEntry);
  };
  const singletons = await stored('_singletons');
  const read = async ([collectionName, collection]: [string, Collection]) => {
    const { files } = collection;
    const found =
      'file' in files
        ? singletons.filter(({ path }) => path.endsWith(`/${files.file}`))
        : await stored(collectionName);
    const others = found.filter(({ path }) => path !== edited?.path);
    const current = edited && collectionName === name ? [...others, edited] : found;
    const entries = current.map((entry) =>
      previewEntry(collectionName, collection, entry, getAsset),
    );
    return [collectionName, await Promise.all(entries)] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(site.content.collections).map(read)));
}
