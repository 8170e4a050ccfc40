/** Finds links within the site that lead nowhere, before a visitor or the launch check does. */
import { headingId, HOME_IDS, MAIN_ID, OTHER_PLANS_ID } from '../lib/page-parts.ts';
import { publicPath } from '../lib/public-path.ts';
import { followLink } from '../markdown/links.ts';
import { findNearest } from './advice.ts';
import type { MarkdownParts } from './markdown-parts.ts';
import type { Issue } from './problem.ts';

/** A part of a page that a link can lead to. */
interface Part {
  id: string;
  /** What people call it. */
  name: string;
}

export interface Site {
  /** The parts of each page by its path; undefined for a plan that cannot be read. */
  pages: Map<string, Part[] | undefined>;
  /** Whether the site serves a file as it is, by a name with the same capitals. */
  hasFile: (path: string) => boolean;
}

const HOME_PARTS = Object.values(HOME_IDS).map((id) => ({ id, name: id }));

const WHERE_TO =
  'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.';

export function planPath(id: string): string {
  return `/planos/${id}`;
}

function partsOfPlan({ headings }: MarkdownParts): Part[] {
  const inText = headings.map((name, index) => ({ id: `texto-${index + 1}`, name }));
  return [...inText, { id: OTHER_PLANS_ID, name: OTHER_PLANS_ID }];
}

/** @param plans with the Markdown of each that can be read */
export function describeSite(
  plans: { id: string; body: MarkdownParts | undefined }[],
  hasFile: Site['hasFile'],
): Site {
  const planPages = plans.map(({ id, body }) => [planPath(id), body && partsOfPlan(body)] as const);
  return { pages: new Map([['/', HOME_PARTS], ['/planos', []], ...planPages]), hasFile };
}

/** The page that a path names, however it is written: `/planos/`, `/planos.html`. */
function pageOf(path: string): string {
  return `/${publicPath(path.slice(1).replace(/(?<=[^/])\/$/, ''))}`;
}

/** What somebody may have meant. Plans go by their own name, as if none were below another page. */
function adviseOnLink(name: string, page: string, { pages }: Site): string | undefined {
  const parts = pages.get(page) ?? [];
  const targets = [
    ...parts.map((part) => ({ url: `${page}#${part.id}`, names: [part.id, part.name] })),
    ...[...pages.keys()].map((url) => ({ url, names: [url.replace(/^\/planos\/(?=.)/, '')] })),
    ...HOME_PARTS.map(({ id }) => ({ url: `/#${id}`, names: [id] })),
  ];
  const target = findNearest(name, targets, ({ names }) => names);
  if (target) return `Você quis dizer “${target.url}”?`;
  const links = targets.slice(0, parts.length).map(({ url }) => url);
  return links.length === 0 ? WHERE_TO : `A página tem: ${links.join(', ')}.`;
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
    const page = pageOf(target);
    if (!site.pages.has(page)) return site.hasFile(target) ? 'anything' : undefined;
    const ids = site.pages.get(page)?.flatMap((part) => [part.id, headingId(part.id)]);
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
