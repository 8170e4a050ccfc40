/** All content collections, for the loader, the content check and the editor. */
import type { z } from 'zod';
import { OTHER_PLANS_ID } from '../lib/page-parts.ts';
import { cardSchema, serviceSchema } from './card.ts';
import { clientSchema } from './client.ts';
import { companySchema } from './company.ts';
import { imagePath, type ImageField } from '../../integrations/content/image.ts';
import {
  contactSchema,
  homeSchema,
  notFoundSchema,
  planListSchema,
  planPageSchema,
  siteSchema,
} from './pages.ts';
import { planSchema } from './plan.ts';
import { textPageSchema } from './text-page.ts';

export interface Collection {
  /** Name shown to editors. */
  label: string;
  /** Name of a single entry, if there are several. */
  singular?: string;
  /** Under `src/content`: one file, or a folder with a file per entry, named by the field `namedBy`. */
  files: { folder: string; extension: 'md' | 'json'; namedBy: string } | { file: string };
  schema: z.ZodType<Record<string, unknown>>;
  /** Label and hint of the Markdown body, if there is one. */
  body?: { title: string; description: string };
  /** URL path of each entry's own page. */
  pages?: {
    /** The path that the entry's ID completes. */
    path: '/planos/' | '/';
    /** IDs that other pages and folders of the site have. */
    takenIds: readonly string[];
    /** Parts of the page that links can lead to, besides the headings of its text. */
    parts: readonly string[];
  };
  /** Minimum and maximum number of entries, if the design limits it. */
  count?: readonly [minimum: number, maximum: number];
}

/** Astro brings its own field for images. */
export function collectionsWith<Image>(image: ImageField<Image>) {
  return {
    plans: {
      label: 'Planos',
      singular: 'Plano',
      files: { folder: 'plans', extension: 'md', namedBy: 'list.title' },
      schema: planSchema(image),
      // As many as can be put in order.
      count: [1, 9999],
      body: {
        title: 'Texto da página',
        description:
          'Fica ao lado das vantagens. Aceita títulos, listas, negrito, itálico e links.',
      },
      pages: { path: '/planos/', takenIds: ['404', 'index'], parts: [OTHER_PLANS_ID] },
    },
    services: {
      label: 'Serviços',
      singular: 'Serviço',
      files: { folder: 'services', extension: 'json', namedBy: 'title' },
      schema: serviceSchema(image),
      count: [1, 6],
    },
    values: {
      label: 'Valores',
      singular: 'Valor',
      files: { folder: 'values', extension: 'json', namedBy: 'title' },
      schema: cardSchema,
      count: [1, 6],
    },
    clients: {
      label: 'Clientes',
      singular: 'Cliente',
      files: { folder: 'clients', extension: 'json', namedBy: 'alt' },
      schema: clientSchema(image),
      count: [0, 12],
    },
    textPages: {
      label: 'Páginas de texto',
      singular: 'Página de texto',
      files: { folder: 'text-pages', extension: 'md', namedBy: 'title' },
      schema: textPageSchema,
      body: {
        title: 'Texto da página',
        description: 'Fica embaixo do resumo. Aceita títulos, listas, negrito, itálico e links.',
      },
      pages: { path: '/', takenIds: ['404', 'index', 'admin', 'planos', 'social'], parts: [] },
    },
    company: {
      label: 'Dados da empresa',
      files: { file: 'company.json' },
      schema: companySchema(image),
    },
    site: {
      label: 'Todas as páginas',
      files: { file: 'pages/site.json' },
      schema: siteSchema,
    },
    home: {
      label: 'Página inicial',
      files: { file: 'pages/home.json' },
      schema: homeSchema,
    },
    contact: {
      label: 'Contato',
      files: { file: 'pages/contact.json' },
      schema: contactSchema,
    },
    planList: {
      label: 'Lista de planos',
      files: { file: 'pages/plan-list.json' },
      schema: planListSchema(image),
    },
    planPage: {
      label: 'Página de cada plano',
      files: { file: 'pages/plan.json' },
      schema: planPageSchema,
    },
    notFound: {
      label: 'Não encontrado',
      files: { file: 'pages/not-found.json' },
      schema: notFoundSchema,
    },
  } satisfies Record<string, Collection>;
}

export const COLLECTIONS = collectionsWith(imagePath);

export type CollectionName = keyof typeof COLLECTIONS;

/** `Object.entries` widens the names to `string`. */
export const COLLECTION_ENTRIES = Object.entries<Collection>(COLLECTIONS) as [
  CollectionName,
  Collection,
][];

/** An entry's ID and part of its URL: the file name without folder and extension. */
export function idOf(file: string): string {
  return file.replace(/^.*\/|\.\w+$/g, '');
}
