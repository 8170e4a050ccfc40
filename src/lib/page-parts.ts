/** IDs and places in pages, for components, scripts and the content check. */

/** Exported separately: the header's island needs no other. */
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

/** The hero's drawing, whose start tag settles the hero's layout. */
export const HERO_DRAWING_ID = 'ilustração';

/** The year in the footer. */
export const YEAR_ID = 'ano';

/** The main content of a page. */
export const MAIN_ID = 'conteúdo';

/** The text page that the contact form links to. */
export const PRIVACY_PAGE_ID = 'privacidade';

/** Other plans, at the end of a plan's page. */
export const OTHER_PLANS_ID = 'outros';

/** ID of the heading that labels a section. */
export function headingId(sectionId: string): string {
  return `${sectionId}-título`;
}

/** Comment at the end of a phone's first screen. */
export const FIRST_SCREEN_END = '<!--first screen-->';
