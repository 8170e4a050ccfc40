/** Takes the preview's styles from the pages of the built site. */
import { href } from '../../../src/lib/paths.ts';
import { pathOf } from '../../content/links.ts';
import { COLLECTIONS } from '../../../src/schemas/collections.ts';
import { readLinkTargets } from '../page-data.ts';
import type { PagePath } from './views.ts';

/** The first plan with a page when the editor was built: a new plan has none yet. */
export function builtPlanId(plans: readonly { id: string }[]): string {
  const { targets } = readLinkTargets();
  const built = plans.find(({ id }) =>
    targets.some(({ url }) => url === pathOf(id, COLLECTIONS.plans)),
  );
  return (built ?? plans[0])?.id ?? '';
}

/** Pages whose styles another page includes. */
const STYLED_AS: Partial<Record<PagePath, PagePath>> = {
  // Hosts disagree on the path of this page.
  '/planos/404': '/404',
};

/** The path of a page when the editor was built: a new text page has none yet. */
function builtPath(path: PagePath, planId: string): `/${string}` {
  const planPath = pathOf(planId, COLLECTIONS.plans);
  if (path === '/planos/') return planPath;
  if (path !== '/*') return path;
  const textPage = readLinkTargets().targets.find(
    ({ url }) =>
      /^\/[\w-]+$/.test(url) && !COLLECTIONS.textPages.pages.takenIds.includes(url.slice(1)),
  );
  return textPage ? `/${textPage.url.slice(1)}` : planPath;
}

const known = new Map<PagePath, Promise<string>>();

async function fetchStyles(path: PagePath, planId: string): Promise<string> {
  const html = await (await fetch(href(builtPath(path, planId)))).text();
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
