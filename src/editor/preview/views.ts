/** Where the values of each collection show on the site. */
import { HOME_IDS } from '../../lib/page-parts.ts';
import type { CollectionName } from '../../schemas/collections.ts';

/** `/planos/` stands for the page of any plan, `/*` for any page of text. */
export type PagePath = '/' | '/planos' | '/planos/' | '/*' | '/404' | '/planos/404';

interface View {
  path: PagePath;
  /** The part of the page that the entry is about. */
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

/** Where a collection shows, the most telling place first. */
export function viewsOf(name: CollectionName): Views {
  return VIEWS[name] ?? [{ path: '/' }];
}

/**
 * The path of an entry's page, in which the editor fills in the entry's `{{slug}}`. What all plans share
 * shows in their list.
 */
export function pathTemplate(name: CollectionName): string {
  const [{ path, id }] = viewsOf(name);
  if (path === '/*') return '/{{slug}}';
  if (path === '/planos/') return name === 'plans' ? '/planos/{{slug}}' : '/planos';
  return `${path}${id ? `#${id}` : ''}`;
}
