/** Finds links within the site that lead nowhere, before a visitor or the launch check does. */
import type { Issue } from '../content-files/issue.ts';
import { headingId, HOME_IDS, MAIN_ID, OTHER_PLANS_ID } from '../lib/page-parts.ts';
import { withoutComments } from '../markdown/comments.ts';
import { followLink } from '../markdown/links.ts';
import { headingsOf } from '../markdown/parse.ts';
import { findNearest } from './nearest.ts';

/** A part of a page, and what people call it. */
interface Part {
  id: string;
  name: string;
}

interface Page {
  path: string;
  /** Undefined where its file cannot be read. */
  parts?: Part[] | undefined;
}

/** What of the site a link can lead to. */
export interface Site {
  pages: Page[];
  /** The paths of files that are served as they are. */
  files: string[];
}

const WHERE_TO =
  'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.';

export function planPath(id: string): string {
  return `/planos/${id}`;
}

/** @param text Markdown below the plan's fields; undefined where its file cannot be read */
export function planPage(id: string, text: string | undefined): Page {
  const parts = headingsOf(withoutComments(text ?? '')).map((name, index) => ({
    id: `texto-${index + 1}`,
    name,
  }));
  const others = { id: OTHER_PLANS_ID, name: OTHER_PLANS_ID };
  return { path: planPath(id), parts: text === undefined ? undefined : [...parts, others] };
}

const HOME_PARTS: Part[] = Object.values(HOME_IDS).map((id) => ({ id, name: id }));

export const COMMON_PAGES: Page[] = [
  { path: '/', parts: HOME_PARTS },
  { path: '/planos', parts: [] },
];

/** The page that a path names, however it is written: `/planos/`, `/planos.html`. */
function pageOf(path: string): string {
  return path.replace(/(?<=.)\/$|\.html$/, '');
}

/** What somebody may have meant. Plans go by their own name, as if none were below another page. */
function adviseOnLink(name: string, path: string, { pages }: Site): string {
  const parts = pages.find((page) => page.path === path)?.parts ?? [];
  const url = findNearest(name, [
    ...parts.map((part) => [part.id, `${path}#${part.id}`] as const),
    ...parts.map((part) => [part.name, `${path}#${part.id}`] as const),
    ...pages.map((page) => [page.path.replace(/^\/planos\/(?=.)/, ''), page.path] as const),
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
  const { result, path, id } = followLink(link, here, (target) => {
    const page = site.pages.find((it) => it.path === pageOf(target));
    if (!page) return site.files.includes(target) ? 'anything' : undefined;
    const ids = page.parts?.flatMap((part) => [part.id, headingId(part.id)]);
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
