/** Generates the content editor's configuration from the collections and the environment. */
import type { CmsConfig, CollectionFile, EntryCollection, Field } from '@sveltia/cms';
import type { Collection } from '../content/collection.ts';
import type { Environment } from '../../src/lib/environment.ts';
import { COLLECTION_ENTRIES, type CollectionName } from '../../src/schemas/collections.ts';
import { BESIDE_THE_FILE, editorFields } from './fields.ts';
import { pathTemplate } from './preview/views.ts';

const CONTENT_FOLDER = 'src/content';

/** Photos are stored as WebP, at most twice as wide as the widest plan picture of the build. */
const STORED_PHOTO = { format: 'webp', quality: 85, width: 2160, height: 2160 } as const;

function collectionFields({ schema, files }: Collection): Field[] {
  // Collections set the folder per field: with one folder for all, deleting an entry would delete every
  // image. Single files set it once, since there a field's folder is relative to the repository's root.
  const imageFolder = 'folder' in files ? BESIDE_THE_FILE : undefined;
  return editorFields(schema, imageFolder);
}

function bodyField({ body }: Collection): Field[] {
  if (!body) return [];
  return [
    {
      name: 'body',
      label: body.title,
      hint: body.description,
      widget: 'richtext',
      required: true,
      buttons: [
        'bold',
        'italic',
        'link',
        'heading-two',
        'heading-three',
        'quote',
        'bulleted-list',
        'numbered-list',
      ],
      editor_components: [],
    },
  ];
}

function entryCollection(
  name: CollectionName,
  collection: Collection,
  sitePath: string,
  { folder, extension, namedBy }: Extract<Collection['files'], { folder: string }>,
): EntryCollection {
  const [, max] = collection.count ?? [];
  return {
    name,
    label: collection.label,
    label_singular: collection.singular ?? collection.label,
    folder: `${CONTENT_FOLDER}/${folder}`,
    extension,
    format: extension === 'md' ? 'yaml-frontmatter' : 'json',
    identifier_field: namedBy,
    summary: `{{${namedBy}}}`,
    preview_path: sitePath + pathTemplate(name),
    // A name is part of a URL, which must not change.
    slug: { template: `{{fields.${namedBy}}}`, editable: false },
    create: true,
    delete: true,
    duplicate: true,
    ...(max !== undefined && { limit: max }),
    sortable_fields: [],
    fields: [...collectionFields(collection), ...bodyField(collection)],
  };
}

function singleFile(
  name: CollectionName,
  collection: Collection,
  sitePath: string,
  file: string,
): CollectionFile {
  return {
    name,
    label: collection.label,
    file: `${CONTENT_FOLDER}/${file}`,
    format: 'json',
    preview_path: sitePath + pathTemplate(name),
    ...BESIDE_THE_FILE,
    fields: collectionFields(collection),
  };
}

/** @param repo of the content, such as `empresa/site` */
export function editorConfig(
  repo: string,
  {
    SITE_URL,
    SITE_BASE = '',
    CMS_BRANCH: branch,
    CMS_AUTH_URL,
  }: Pick<Environment, 'SITE_URL' | 'SITE_BASE' | 'CMS_BRANCH' | 'CMS_AUTH_URL'>,
): CmsConfig {
  const backend = { name: 'github', repo, branch } as const;
  return {
    load_config_file: false,
    backend: CMS_AUTH_URL
      ? { ...backend, base_url: CMS_AUTH_URL }
      : { ...backend, auth_methods: ['token'] },
    app_title: 'Conteúdo do site',
    logo: { src: `${SITE_BASE}/apple-touch-icon.png` },
    site_url: SITE_URL + SITE_BASE,
    media_folder: CONTENT_FOLDER,
    public_folder: `/${CONTENT_FOLDER}`,
    media_libraries: {
      default: {
        config: { slugify_filename: true, transformations: { raster_image: STORED_PHOTO } },
      },
      stock_assets: { providers: [] },
    },
    // File names become parts of URLs: lower case, no accents, as the content check requires.
    slug: { encoding: 'ascii', clean_accents: true },
    // Without this, the editor saves a missing optional image as an empty string.
    output: { omit_empty_optional_fields: true },
    collections: COLLECTION_ENTRIES.flatMap(([name, collection]) =>
      'folder' in collection.files
        ? entryCollection(name, collection, SITE_BASE, collection.files)
        : [],
    ),
    singletons: COLLECTION_ENTRIES.flatMap(([name, collection]) =>
      'file' in collection.files
        ? singleFile(name, collection, SITE_BASE, collection.files.file)
        : [],
    ),
  };
}
