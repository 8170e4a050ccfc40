/** The site as the content editor's preview shows it (packages/editor). */
import type { EditorSite } from '@site/editor/site';
import { FAILURE_PAGE } from '@site/supabase/contact-form';
import { hideOtherNotices, remarkOnAbsence } from './lib/notices.ts';
import { PLANS_PATH, planPath } from './lib/paths.ts';
import { SITE_CONTENT } from './schemas/collections.ts';
import { siteSchema } from './schemas/pages.ts';

const site: EditorSite = {
  content: SITE_CONTENT,
  pages: {
    '/': { label: 'Página inicial', load: () => import('./pages/index.astro') },
    [PLANS_PATH]: { label: 'Lista de planos', load: () => import('./pages/planos.astro') },
    [planPath('[plan]')]: {
      label: 'Página do plano',
      load: () => import('./pages/planos/[plan].astro'),
      entriesOf: 'plans',
    },
    '/[page]': {
      label: 'Página de texto',
      load: () => import('./pages/[page].astro'),
      entriesOf: 'textPages',
    },
    [`/${FAILURE_PAGE}`]: {
      label: 'Mensagem não enviada',
      load: () => import('./pages/mensagem-nao-enviada.astro'),
    },
    '/404': { label: 'Página não encontrada', load: () => import('./pages/404.astro') },
    [planPath('404')]: {
      label: 'Plano não encontrado',
      load: () => import('./pages/planos/404.astro'),
      styledAs: '/404',
    },
  },
  remarksOn: (collection, data) => {
    const notices = collection === 'site' ? siteSchema.safeParse(data).data?.notices : [];
    return (notices ?? []).flatMap((notice, index) => {
      const sentence = remarkOnAbsence(notice);
      return sentence === undefined ? [] : [{ path: ['notices', index, 'text'], sentence }];
    });
  },
  runScripts: (page, editedCollection) => {
    // While a notice is being edited, all show.
    if (editedCollection !== 'site') hideOtherNotices(page);
  },
};

export default site;
