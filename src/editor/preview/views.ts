/** Where the values of each collection show on the site. */
import { HOME_IDS } from '../../lib/page-parts.ts';
import type { CollectionName } from '../../schemas/collections.ts';
import { REQUIRED_PLAN_IDS } from '../../schemas/plan.ts';

/** `/planos/` stands for the page of any plan, `/*` for any page of text. */
export type PagePath = '/' | '/planos' | '/planos/' | '/*' | '/404' | '/planos/404';

interface View {
  path: PagePath;
  /** The part of the page that the entry is about. */
  id?: string;
}

/** A plan that is always there: a new one has no page yet. */
export const BUILT_PLAN_ID = REQUIRED_PLAN_IDS[0];

/** The most telling first. */
export const VIEWS: Record<CollectionName, [View, ...View[]]> = {
  plans: [{ path: '/planos/' }, { path: '/planos' }, { path: '/', id: HOME_IDS.plans }],
  services: [{ path: '/', id: HOME_IDS.services }],
  values: [{ path: '/', id: HOME_IDS.about }],
  clients: [{ path: '/', id: HOME_IDS.clients }],
  textPages: [{ path: '/*' }],
  company: [{ path: '/', id: HOME_IDS.contact }, { path: '/planos/' }],
  site: [{ path: '/' }, { path: '/planos' }],
  home: [{ path: '/' }],
  contact: [{ path: '/', id: HOME_IDS.contact }],
  planList: [{ path: '/planos' }],
  planPage: [{ path: '/planos/' }],
  notFound: [{ path: '/404' }, { path: '/planos/404' }],
};

/** The path of an entry's page, in which the editor fills in the entry's `{{slug}}`. */
export function pathTemplate(name: CollectionName): string {
  const [{ path, id }] = VIEWS[name];
  if (path === '/*') return '/{{slug}}';
  const planId = name === 'plans' ? '{{slug}}' : BUILT_PLAN_ID;
  return `${path}${path === '/planos/' ? planId : ''}${id ? `#${id}` : ''}`;
}
