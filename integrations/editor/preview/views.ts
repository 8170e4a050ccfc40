/** Pages that show the entries of each collection. */
import { HOME_IDS } from '../../../src/lib/page-parts.ts';
import type { CollectionName } from '../../../src/schemas/collections.ts';

/** `/planos/` means the page of any plan, `/*` any text page. */
export type PagePath = '/' | '/planos' | '/planos/' | '/*' | '/404' | '/planos/404';

interface View {
  path: PagePath;
  /** The part of the page that shows the entry. */
  id?: string;
}

type Views = [View, ...View[]];

/** Collections that show outside the home page, or in a part of it. */
const VIEWS: Partial<Record<CollectionName, Views>> = {
  plans: [{ path: '/planos/' }, { path: '/planos' }, { path: '/', id: HOME_IDS.plans }],
  services: [{ path: '/', id: HOME_IDS.services }],
  values: [{ path: '/', id: HOME_IDS.about }],
  clients: [{ path: '/', id: HOME_IDS.clients }],
  textPages: [{ path: '/*' }],
  company: [{ path: '/', id: HOME_IDS.contact }, { path: '/planos/' }],
  site: [{ path: '/' }, { path: '/planos' }],
  contact: [{ path: '/', id: HOME_IDS.contact }],
  planList: [{ path: '/planos' }],
  planPage: [{ path: '/planos/' }],
  notFound: [{ path: '/404' }, { path: '/planos/404' }],
};

/** Pages that show a collection, the most relevant first. */
export function viewsOf(name: CollectionName): Views {
  return VIEWS[name] ?? [{ path: '/' }];
}

/**
 * The path of an entry's page; the editor fills in the entry's `{{slug}}`. Texts that all plans share show in
 * their list.
 */
export function pathTemplate(name: CollectionName): string {
  const [{ path, id }] = viewsOf(name);
  if (path === '/*') return '/{{slug}}';
  if (path === '/planos/') return name === 'plans' ? '/planos/{{slug}}' : '/planos';
  return `${path}${id ? `#${id}` : ''}`;
}
