/** All content collections, for the loader, the content check and the editor. */
import type { Collection, SiteContent } from '@site/content/collection';
import { textsIn } from '@site/content/schema-fields';
import { FAILURE_PAGE } from '@site/supabase/contact-form';
import {
  headingId,
  HOME_IDS,
  MAIN_ID,
  OTHER_PLANS_ID,
  PRIVACY_PAGE_ID,
} from '../lib/page-parts.ts';
import { EDITOR_FOLDER, planPath, PLANS_PATH } from '../lib/paths.ts';
import { valueSchema, serviceSchema } from './service.ts';
import { clientSchema } from './client.ts';
import { companySchema } from './company.ts';
import { imagePath, type ImageField } from '@site/content/image-field';
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
// Apart from the content, so that they are known whatever the content says by then: facts, also those in the editor's
// hints, names of clients, and strings that only example drawings and colours hold.
import EXAMPLES from './examples.json' with { type: 'json' };

/** A plan's page shows the others, if there are any. */
const PLAN_PAGE_ANCHORS: NonNullable<Collection['pages']>['anchors'] = [
  { id: MAIN_ID },
  ...[OTHER_PLANS_ID, headingId(OTHER_PLANS_ID)].map((id) => ({
    id,
    needs: ['plans', 2] as const,
  })),
];

/** The column of a text is that of src/pages/planos/[plan].astro. */
const TEXT_STYLE = {
  imageSizes: '(min-width: 64em) 34rem, 100vw',
  unbrokenClass: 'whitespace-nowrap',
};

const HOME = { path: '/' };
const PLAN_LIST = { path: PLANS_PATH };
const PLAN_PAGE = { path: planPath('[plan]') };

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
        style: TEXT_STYLE,
      },
      pages: { path: planPath(''), takenIds: ['404', 'index'], anchors: PLAN_PAGE_ANCHORS },
      shownOn: [PLAN_PAGE, PLAN_LIST, { path: '/', id: HOME_IDS.plans }],
    },
    services: {
      label: 'Serviços',
      singular: 'Serviço',
      files: { folder: 'services', extension: 'json', namedBy: 'title' },
      schema: serviceSchema(image),
      count: [1, 6],
      shownOn: [{ path: '/', id: HOME_IDS.services }],
    },
    values: {
      label: 'Valores',
      singular: 'Valor',
      files: { folder: 'values', extension: 'json', namedBy: 'title' },
      schema: valueSchema,
      count: [1, 6],
      shownOn: [{ path: '/', id: HOME_IDS.about }],
    },
    clients: {
      label: 'Clientes',
      singular: 'Cliente',
      files: { folder: 'clients', extension: 'json', namedBy: 'alt' },
      schema: clientSchema(image),
      count: [0, 12],
      shownOn: [{ path: '/', id: HOME_IDS.clients }],
    },
    textPages: {
      label: 'Páginas de texto',
      singular: 'Página de texto',
      files: { folder: 'text-pages', extension: 'md', namedBy: 'title' },
      schema: textPageSchema,
      linkedIds: [PRIVACY_PAGE_ID],
      body: {
        title: 'Texto da página',
        description: 'Fica embaixo do resumo. Aceita títulos, listas, negrito, itálico e links.',
        style: TEXT_STYLE,
      },
      pages: {
        path: '/',
        takenIds: ['404', 'index', EDITOR_FOLDER, PLANS_PATH.slice(1), 'social', FAILURE_PAGE],
        anchors: [{ id: MAIN_ID }],
      },
      shownOn: [{ path: '/[page]' }],
    },
    company: {
      label: 'Dados da empresa',
      files: { file: 'company.json' },
      schema: companySchema(image),
      shownOn: [{ path: '/', id: HOME_IDS.contact }, PLAN_PAGE],
    },
    site: {
      label: 'Todas as páginas',
      files: { file: 'pages/site.json' },
      schema: siteSchema,
      shownOn: [HOME, PLAN_LIST],
    },
    home: {
      label: 'Página inicial',
      files: { file: 'pages/home.json' },
      schema: homeSchema,
      shownOn: [HOME],
    },
    contact: {
      label: 'Contato',
      files: { file: 'pages/contact.json' },
      schema: contactSchema,
      shownOn: [{ path: '/', id: HOME_IDS.contact }],
    },
    planList: {
      label: 'Lista de planos',
      files: { file: 'pages/plan-list.json' },
      schema: planListSchema(image),
      shownOn: [PLAN_LIST],
    },
    planPage: {
      label: 'Página de cada plano',
      files: { file: 'pages/plan.json' },
      schema: planPageSchema,
      shownOn: [PLAN_PAGE],
    },
    notFound: {
      label: 'Não encontrado',
      files: { file: 'pages/not-found.json' },
      schema: notFoundSchema,
      shownOn: [{ path: '/404' }, { path: '/planos/404' }],
    },
  } satisfies Record<string, Collection>;
}

export const COLLECTIONS = collectionsWith(imagePath);

export type CollectionName = keyof typeof COLLECTIONS;

const homeAnchors = Object.values(HOME_IDS).flatMap((id) => {
  // The one part that is missing without entries.
  const needs = id === HOME_IDS.clients ? { needs: ['clients', 1] as const } : {};
  return [
    { url: `/#${id}`, name: id, ...needs },
    { url: `/#${headingId(id)}`, name: '', ...needs },
  ];
});

/** Files that links may lead to, besides those in `public`. */
const BUILT_FILES = [
  '/robots.txt',
  '/licenses.txt',
  '/sitemap-index.xml',
  '/.well-known/security.txt',
];

/** What the content check and the editor know of the site. */
export const SITE_CONTENT: SiteContent = {
  collections: COLLECTIONS,
  anchors: [
    { url: '/', name: 'página inicial' },
    ...homeAnchors,
    { url: PLANS_PATH, name: 'planos' },
    ...['/', PLANS_PATH].map((page) => ({ url: `${page}#${MAIN_ID}`, name: '' })),
    ...BUILT_FILES.map((url) => ({ url, name: '' })),
  ],
  linkAdvice:
    'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.',
  examples: {
    file: COLLECTIONS.company.files.file,
    values: textsIn(EXAMPLES.company).map(([, text]) => text),
    drawings: EXAMPLES.fileSigns,
  },
};
