/** Finds links in the content that lead nowhere. */
import type { ContentEntry } from './entry.ts';
import type { Issue } from './issue.ts';
import { completeLink, kindOfLink, SITE_ORIGIN } from './markdown/links.ts';
import { suggestNearest } from './nearest.ts';
import { headingId, HOME_IDS, MAIN_ID } from '../../src/lib/page-parts.ts';
import type { Collection } from '../../src/schemas/collections.ts';
import { findBrokenLink } from './broken-link.ts';

/** A page, a part of a page or a file, and the name that people use for it. */
interface LinkTarget {
  url: string;
  name: string;
}

/** Targets of links within the site. */
export type LinkTargets = LinkTarget[];

const WHERE_TO =
  'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.';

export const COMMON_TARGETS: LinkTargets = [
  { url: '/', name: '' },
  ...Object.values(HOME_IDS).map((id) => ({ url: `/#${id}`, name: id })),
  { url: '/planos', name: 'planos' },
];

/** Path of an entry's page; of the home page if the collection has no pages. */
export function pathOf(id: string, { pages }: Collection): `/${string}` {
  return pages ? `${pages.path}${id}` : '/';
}

/** Link targets on an entry's page. */
export function targetsOf(
  { id, body }: Pick<ContentEntry, 'id' | 'body'>,
  collection: Collection,
): LinkTargets {
  if (!collection.pages) return [];
  const page = pathOf(id, collection);
  const headings = body?.headings ?? [];
  return [
    { url: page, name: id },
    ...collection.pages.parts.map((part) => ({ url: `${page}#${part}`, name: part })),
    ...headings.map(({ slug, text }) => ({ url: `${page}#${slug}`, name: text })),
  ];
}

/** The page that a path leads to, as `/planos/` and `/planos.html` lead to `/planos`. */
function pageOf(path: string): string {
  return path.replace(/(?<=.)\/$|\.html$/, '');
}

/** Guesses what somebody meant, first among the parts of the page that they named. */
function suggestLink(name: string, page: string, targets: LinkTargets): string {
  const onPage = targets.filter(({ url }) => url.startsWith(`${page}#`));
  const spellings = [...onPage, ...targets].map(
    (target) => [target.name, `“${target.url}”`] as const,
  );
  return suggestNearest(name, spellings) ?? WHERE_TO;
}

/**
 * @param url as it is written
 * @param here path of the page that holds it
 * @returns the issue, or undefined where the link leads somewhere
 */
export function checkLink(
  url: string,
  here: string,
  targets: LinkTargets,
): Pick<Issue, 'expected' | 'advice'> | undefined {
  const link = completeLink(url);
  if (kindOfLink(link) === 'forbidden') {
    return {
      expected: 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /',
    };
  }
  const broken = findBrokenLink(link, SITE_ORIGIN + here, (path) => {
    const urls = targets.map((target) => target.url);
    const page = pageOf(path);
    if (!urls.includes(page)) return undefined;
    const ids = urls.flatMap((target) =>
      target.startsWith(`${page}#`) ? target.split('#').slice(1) : [],
    );
    return [MAIN_ID, ...ids, ...ids.map(headingId)];
  });
  if (!broken) return undefined;
  const page = pageOf(broken.path);
  return broken.missing === 'page'
    ? {
        expected: 'o endereço de uma página que o site tem',
        advice: suggestLink(page.replace('/planos/', ''), page, targets),
      }
    : {
        expected: `uma parte que a página ${page} tem`,
        advice: suggestLink(broken.id, page, targets),
      };
}
