/** Finds links within the site that lead nowhere, before a visitor or the launch check does. */
import type { Issue } from '../content-files/issue.ts';
import { headingId, HOME_IDS, MAIN_ID, OTHER_PLANS_ID } from '../lib/page-parts.ts';
import { followLink } from '../markdown/links.ts';
import { findNearest } from './nearest.ts';

/** What of the site a link can lead to. */
export interface Site {
  /** Each plan with the headings of its text; without them where its file cannot be read. */
  plans: { id: string; headings?: string[] | undefined }[];
  /** The paths of files that are served as they are. */
  files: string[];
}

/** A part of a page, and what people call it. */
interface Part {
  id: string;
  name: string;
}

const HOME_PARTS: Part[] = Object.values(HOME_IDS).map((id) => ({ id, name: id }));

const WHERE_TO =
  'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.';

export function planPath(id: string): string {
  return `/planos/${id}`;
}

function partsOfPlan(headings: string[]): Part[] {
  const inText = headings.map((name, index) => ({ id: `texto-${index + 1}`, name }));
  return [...inText, { id: OTHER_PLANS_ID, name: OTHER_PLANS_ID }];
}

/** The parts of each page by its path; undefined for a plan that cannot be read. */
function pagesOf({ plans }: Site): Map<string, Part[] | undefined> {
  return new Map([
    ['/', HOME_PARTS],
    ['/planos', []],
    ...plans.map(({ id, headings }) => [planPath(id), headings && partsOfPlan(headings)] as const),
  ]);
}

/** The page that a path names, however it is written: `/planos/`, `/planos.html`. */
function pageOf(path: string): string {
  return path.replace(/(?<=.)\/$|\.html$/, '');
}

/** What somebody may have meant. Plans go by their own name, as if none were below another page. */
function adviseOnLink(name: string, page: string, site: Site): string {
  const pages = pagesOf(site);
  const parts = pages.get(page) ?? [];
  const url = findNearest(name, [
    ...parts.map((part) => [part.id, `${page}#${part.id}`] as const),
    ...parts.map((part) => [part.name, `${page}#${part.id}`] as const),
    ...[...pages.keys()].map((path) => [path.replace(/^\/planos\/(?=.)/, ''), path] as const),
    ...HOME_PARTS.map(({ id }) => [id, `/#${id}`] as const),
  ]);
  return url === undefined ? WHERE_TO : `Você quis dizer “${url}”?`;
}

/**
 * @param link that begins with / or #
 * @param here path of the page that it stands on
 * @returns what is wrong with it, or undefined where it leads somewhere
 */
export function checkInternalLink(
  link: string,
  here: string,
  site: Site,
): Pick<Issue, 'expected' | 'advice'> | undefined {
  const pages = pagesOf(site);
  const { result, path, id } = followLink(link, here, (target) => {
    const page = pageOf(target);
    if (!pages.has(page)) return site.files.includes(target) ? 'anything' : undefined;
    const ids = pages.get(page)?.flatMap((part) => [part.id, headingId(part.id)]);
    return ids ? [MAIN_ID, ...ids] : 'anything';
  });
  const page = pageOf(path);
  if (result === 'missing') {
    const advice = adviseOnLink(page.replace('/planos/', ''), page, site);
    return { expected: 'o endereço de uma página que o site tem', advice };
  }
  if (result !== 'missing-part') return undefined;
  return { expected: `uma parte que a página ${page} tem`, advice: adviseOnLink(id, page, site) };
}
