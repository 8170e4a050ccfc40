/** The content editor's whole configuration, made from the collections and the environment. */
import type { CmsConfig, CollectionFile, EntryCollection, Field } from '@sveltia/cms';
import { z } from 'zod';
import type { Environment } from '../lib/environment.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { imagePath } from '../schemas/image.ts';
import type { EditorBackend } from './backend.ts';
import { fieldsOf } from './fields.ts';

export const CONTENT_FOLDER = 'src/content';

/** What is kept of a photo: twice the widest that the site shows one, as WebP. */
const STORED_PHOTO = { format: 'webp', quality: 85, width: 2160, height: 2160 } as const;

/** How the entries of each folder are named: in lists, and as files. */
const ENTRY_NAMES: Record<string, { summary: string; slug: string; identifier_field: string }> = {
  plans: {
    summary: '{{order}}. {{list.title}}',
    slug: '{{fields.list.title}}',
    identifier_field: 'list.title',
  },
  services: {
    summary: '{{order}}. {{title}}',
    slug: '{{fields.title}}',
    identifier_field: 'title',
  },
  values: { summary: '{{order}}. {{title}}', slug: '{{fields.title}}', identifier_field: 'title' },
  clients: { summary: '{{order}}. {{alt}}', slug: '{{fields.alt}}', identifier_field: 'alt' },
};

function schemaFields({ schema }: Collection): Field[] {
  const root = schema(imagePath);
  if (!(root instanceof z.ZodObject)) throw new TypeError('A collection’s schema is an object.');
  return fieldsOf(root);
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
  name: string,
  collection: Collection,
  folder: string,
  extension: string,
): EntryCollection {
  const names = ENTRY_NAMES[name];
  if (!names) throw new Error(`How are the entries of "${name}" named? Say so in ENTRY_NAMES.`);
  const [fewest, most] = collection.count ?? [];
  // Where the number of entries is fixed, the site would not build with one more or one less.
  const isFree = fewest === undefined || fewest !== most;
  return {
    name,
    label: collection.label,
    label_singular: collection.singular ?? collection.label,
    folder: `${CONTENT_FOLDER}/${folder}`,
    extension,
    format: extension === 'md' ? 'yaml-frontmatter' : 'json',
    ...names,
    create: isFree,
    delete: isFree,
    duplicate: isFree,
    ...(isFree && most !== undefined && { limit: most }),
    sortable_fields: { fields: ['order'], default: { field: 'order', direction: 'ascending' } },
    fields: [...schemaFields(collection), ...bodyField(collection)],
    // The form says more than a preview without the site's look would.
    editor: { preview: false },
  };
}

function singleFile(name: string, collection: Collection, file: string): CollectionFile {
  return {
    name,
    label: collection.label,
    file: `${CONTENT_FOLDER}/${file}`,
    format: 'json',
    fields: schemaFields(collection),
    editor: { preview: false },
  };
}

/**
 * @param backend where the content's repository is
 */
export function editorConfig(
  backend: EditorBackend,
  { SITE_URL, CMS_PUBLISH_MODE }: Pick<Environment, 'SITE_URL' | 'CMS_PUBLISH_MODE'>,
): CmsConfig {
  const all = Object.entries<Collection>(COLLECTIONS);
  return {
    load_config_file: false,
    backend,
    app_title: 'Conteúdo do site',
    site_url: SITE_URL,
    // The test repository and local files know no branches.
    publish_mode:
      CMS_PUBLISH_MODE === 'drafts' && backend.name !== 'test-repo'
        ? 'editorial_workflow'
        : 'simple',
    media_folder: CONTENT_FOLDER,
    public_folder: `/${CONTENT_FOLDER}`,
    media_libraries: {
      default: {
        config: { slugify_filename: true, transformations: { raster_image: STORED_PHOTO } },
      },
      stock_assets: { providers: [] },
    },
    // File names are addresses: lower case, no accents, as the content check wants them.
    slug: { encoding: 'ascii', clean_accents: true },
    // Quoted, a price that is only a date or a number stays the text that somebody wrote.
    output: { yaml: { indent_sequences: true, quote: 'single' } },
    collections: all.flatMap(([name, collection]) =>
      'folder' in collection.files
        ? entryCollection(name, collection, collection.files.folder, collection.files.extension)
        : [],
    ),
    singletons: all.flatMap(([name, collection]) =>
      'file' in collection.files ? singleFile(name, collection, collection.files.file) : [],
    ),
  };
}
