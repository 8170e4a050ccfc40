/** Finds links within the site that lead nowhere, before a visitor or the launch check does. */
import type { ContentEntry } from '../content-reader/entry.ts';
import type { Issue } from '../content-reader/issue.ts';
import { completeLink, kindOfLink } from '../content-reader/markdown/links.ts';
import { adviseNearest } from '../content-reader/nearest.ts';
import { headingId, HOME_IDS, MAIN_ID } from '../lib/page-parts.ts';
import type { Collection } from '../schemas/collections.ts';
import { followLink } from './follow-link.ts';

/** A page, or a part of one, and what people call it. */
interface Place {
  url: string;
  name: string;
}

/** What of the site a link can lead to. */
export interface Site {
  places: Place[];
  /** The paths of files that are served as they are. */
  files: string[];
}

const WHERE_TO =
  'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.';

export const COMMON_PLACES: Place[] = [
  { url: '/', name: '' },
  ...Object.values(HOME_IDS).map((id) => ({ url: `/#${id}`, name: id })),
  { url: '/planos', name: 'planos' },
];

/** Path of an entry's page, or of the home page where it has none. */
export function pathOf(id: string, { pages }: Collection): string {
  return pages ? pages.path + id : '/';
}

/** What an entry's page adds to the places that links can lead to. */
export function placesOf(
  { id, body }: Pick<ContentEntry, 'id' | 'body'>,
  collection: Collection,
): Place[] {
  if (!collection.pages) return [];
  const page = pathOf(id, collection);
  const headings = body?.headings ?? [];
  return [
    { url: page, name: id },
    ...collection.pages.parts.map((part) => ({ url: `${page}#${part}`, name: part })),
    ...headings.map(({ slug, text }) => ({ url: `${page}#${slug}`, name: text })),
  ];
}

/** The page that a path names, however it is written: `/planos/`, `/planos.html`. */
function pageOf(path: string): string {
  return path.replace(/(?<=.)\/$|\.html$/, '');
}

/** What somebody may have meant, rather on the page that they named than on another. */
function adviseOnLink(name: string, page: string, { places }: Site): string {
  const onPage = places.filter(({ url }) => url.startsWith(`${page}#`));
  const spellings = [...onPage, ...places].map((place) => [place.name, `“${place.url}”`] as const);
  return adviseNearest(name, spellings) ?? WHERE_TO;
}

/**
 * @param link that begins with / or #
 * @param here path of the page that it stands on
 * @returns what is wrong with it, or undefined where it leads somewhere
 */
function checkInternalLink(
  link: string,
  here: string,
  site: Site,
): Pick<Issue, 'expected' | 'advice'> | undefined {
  const { result, path, id } = followLink(link, here, (target) => {
    const urls = site.places.map(({ url }) => url);
    const page = pageOf(target);
    if (!urls.includes(page)) return site.files.includes(target) ? 'anything' : undefined;
    const ids = urls.flatMap((url) => (url.startsWith(`${page}#`) ? url.split('#').slice(1) : []));
    return [MAIN_ID, ...ids, ...ids.map(headingId)];
  });
  const page = pageOf(path);
  if (result === 'missing') {
    const advice = adviseOnLink(page.replace('/planos/', ''), page, site);
    return { expected: 'o endereço de uma página que o site tem', advice };
  }
  if (result !== 'missing-part') return undefined;
  return { expected: `uma parte que a página ${page} tem`, advice: adviseOnLink(id, page, site) };
}

/**
 * @param url as it is written
 * @param here path of the page that it stands on
 * @returns what is wrong with it, or undefined where it leads somewhere
 */
export function checkLink(
  url: string,
  here: string,
  site: Site,
): Pick<Issue, 'expected' | 'advice'> | undefined {
  const link = completeLink(url);
  const kind = kindOfLink(link);
  if (kind === 'internal') return checkInternalLink(link, here, site);
  const expected = 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /';
  return kind === 'forbidden' ? { expected } : undefined;
}
