/** Generates the content editor's configuration from the collections and the environment. */
import type { CmsConfig, CollectionFile, EntryCollection, Field } from '@sveltia/cms';
import type { Collection } from '@site/content/collection';
import { schemaFields } from '@site/content/schema-fields';
import { BESIDE_THE_FILE, editorFields } from './fields.ts';
import { ORIGIN } from './origin.ts';

/** Photos are stored as WebP, at most twice as wide as the widest plan picture of the build. */
const STORED_PHOTO = { format: 'webp', quality: 85, width: 2160, height: 2160 } as const;

const POSITION = 'order';

/** Begins the headline of each deletion, here and on GitHub's own pages: bin.ts finds them by it. */
export const DELETION = 'Delete ';

function collectionFields({ schema, files }: Collection): Field[] {
  // Collections set the folder per field: with one folder for all, deleting an entry would delete every
  // image. Single files set it once, since there a field's folder is relative to the repository's root.
  const imageFolder = 'folder' in files ? BESIDE_THE_FILE : undefined;
  return [...editorFields(schema, imageFolder), { name: ORIGIN, widget: 'hidden' }];
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
        'strikethrough',
        // Without it, the library keeps the backticks of a text that has code, and escapes them at the next save.
        'code',
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

/**
 * The path of an entry's page; the editor fills in the entry's `{{slug}}`. Texts that all entries of another
 * collection share show in its list.
 */
function pathTemplate({ pages, shownOn: [{ path, id }] }: Collection): string {
  const parent = path.replace(/(.)\/\[\w+\]$|\[\w+\]$/, '$1');
  if (pages) return `${pages.path}{{slug}}`;
  return `${parent}${id === undefined ? '' : `#${id}`}`;
}

/** The list stands in the order of the page. */
function sortedAs({ schema }: Collection, namedBy: string): EntryCollection['sortable_fields'] {
  const hasPosition = schemaFields(schema).some(({ path }) => path.join('.') === POSITION);
  return hasPosition ? { fields: [POSITION, namedBy], default: { field: POSITION } } : [];
}

export interface Repository {
  repo: string;
  branch: string;
  /** URL of the sign-in service; without one, editors paste a token. */
  authUrl?: string | undefined;
  /** Set if sign-in.ts signs in. */
  signIn?: object | undefined;
  contentFolder: string;
}

/**
 * @param origin of the site, such as `https://www.empresa.com.br`
 * @param base path of the site, without trailing slash
 */
export function editorConfig(
  collections: Record<string, Collection>,
  { repo, branch, authUrl, signIn, contentFolder }: Repository,
  origin: string,
  base: string,
): CmsConfig {
  const commit_messages = { delete: `${DELETION}{{collection}} “{{slug}}”` };
  const backend = { name: 'github', repo, branch, commit_messages } as const;
  const entries = Object.entries(collections);
  return {
    load_config_file: false,
    backend: {
      ...backend,
      ...(authUrl ? { base_url: authUrl } : !signIn && { auth_methods: ['token'] }),
    },
    app_title: 'Conteúdo do site',
    logo: { src: `${base}/apple-touch-icon.png` },
    site_url: origin + base,
    media_folder: contentFolder,
    public_folder: `/${contentFolder}`,
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
    collections: entries.flatMap(([name, collection]): EntryCollection[] => {
      const { files, label, singular = label, count: [, max] = [] } = collection;
      if ('file' in files) return [];
      const { folder, extension, namedBy } = files;
      return [
        {
          name,
          label,
          label_singular: singular,
          folder: `${contentFolder}/${folder}`,
          extension,
          format: extension === 'md' ? 'yaml-frontmatter' : 'json',
          identifier_field: namedBy,
          summary: `{{${namedBy}}}`,
          preview_path: base + pathTemplate(collection),
          // A name is part of a URL, which must not change.
          slug: { template: `{{fields.${namedBy}}}`, editable: false },
          create: true,
          delete: true,
          duplicate: true,
          ...(max !== undefined && { limit: max }),
          sortable_fields: sortedAs(collection, namedBy),
          fields: [...collectionFields(collection), ...bodyField(collection)],
        },
      ];
    }),
    singletons: entries.flatMap(([name, collection]): CollectionFile[] => {
      const { files, label } = collection;
      if ('folder' in files) return [];
      return [
        {
          name,
          label,
          file: `${contentFolder}/${files.file}`,
          format: 'json',
          preview_path: base + pathTemplate(collection),
          ...BESIDE_THE_FILE,
          fields: collectionFields(collection),
        },
      ];
    }),
  };
}
