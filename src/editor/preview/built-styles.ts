/** Takes the preview's styles from the pages of the built site. */
import { href } from '../../lib/paths.ts';
import { pathOf } from '../../content-check/links.ts';
import { COLLECTIONS } from '../../schemas/collections.ts';
import { readLinkTargets } from '../page-data.ts';
import type { PagePath } from './views.ts';

/** Hosts disagree on the path of the page for unknown plans; `/404` has both styles. */
const BUILT_AT: Partial<Record<PagePath, `/${string}`>> = { '/planos/404': '/404' };

/** The first plan with a page when the editor was built: a new plan has none yet. */
export function builtPlanId(plans: readonly { id: string }[]): string {
  const targets = readLinkTargets();
  const built = plans.find(({ id }) =>
    targets.some(({ url }) => url === pathOf(id, COLLECTIONS.plans)),
  );
  return (built ?? plans[0])?.id ?? '';
}

/** A text page may be new; a plan's page has the same style and always exists. */
const STYLED_AS: Partial<Record<PagePath, PagePath>> = { '/*': '/planos/' };

const known = new Map<PagePath, Promise<string>>();

async function fetchStyles(path: PagePath, planId: string): Promise<string> {
  const url = path === '/planos/' ? pathOf(planId, COLLECTIONS.plans) : (BUILT_AT[path] ?? path);
  const html = await (await fetch(href(url))).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const elements = Array.from(page.querySelectorAll('style, link[rel=stylesheet]'));
  return elements.map((element) => element.outerHTML).join('');
}

/**
 * A page's `<style>` elements, and in the dev server its style sheets.
 *
 * @param planId of the plan whose page represents all plans
 */
export function builtStyles(wanted: PagePath, planId: string): Promise<string> {
  const path = STYLED_AS[wanted] ?? wanted;
  const styles = known.get(path) ?? fetchStyles(path, planId);
  known.set(path, styles);
  // Retries after a failed connection.
  styles.catch(() => known.delete(path));
  return styles;
}
