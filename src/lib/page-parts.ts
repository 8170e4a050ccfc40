/** The parts of pages that a URL can name after its #, for the pages and the content check. */

/** Apart from the rest: the bar's script needs this one alone. */
export const TOP_OF_HOME_ID = 'início';

/** The sections of the home page, from top to bottom. */
export const HOME_IDS = {
  top: TOP_OF_HOME_ID,
  about: 'sobre-nós',
  services: 'serviços',
  plans: 'planos-home',
  clients: 'clientes',
  contact: 'contato',
} as const;

/** The hero's drawing. Its start tag settles the layout of the hero. */
export const HERO_DRAWING_ID = 'ilustração';

/** The year in the last line of every page. */
export const YEAR_ID = 'ano';

/** What every page has to say, below its bar. */
export const MAIN_ID = 'conteúdo';

/** The text page that the contact form leads to. */
export const PRIVACY_PAGE_ID = 'privacidade';

/** The way to other plans, at the foot of a plan's page. */
export const OTHER_PLANS_ID = 'outros';

/** The heading that names a section. */
export function headingId(sectionId: string): string {
  return `${sectionId}-título`;
}
