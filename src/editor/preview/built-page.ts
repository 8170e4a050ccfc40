/** Reads style and size from the pages of the built site. */
import { href } from '../../lib/paths.ts';
import { pathOf, type LinkTargets } from '../../content-check/links.ts';
import { COLLECTIONS } from '../../schemas/collections.ts';
import { unmarked } from './marks.ts';
import type { PagePath } from './views.ts';

export interface BuiltPage {
  html: string;
  /** Its `<style>` elements, and in the dev server its style sheets. */
  styles: string;
}

/** Hosts disagree on the path of the page for unknown plans; `/404` has both styles. */
const BUILT_AT: Partial<Record<PagePath, `/${string}`>> = { '/planos/404': '/404' };

/** The first plan with a page when the editor was built: a new plan has none yet. */
export function builtPlanId(plans: readonly { id: string }[]): string {
  const targets = JSON.parse(
    document.getElementById('editor-link-targets')?.textContent ?? '',
  ) as LinkTargets;
  const built = plans.find(({ id }) =>
    targets.some(({ url }) => url === pathOf(id, COLLECTIONS.plans)),
  );
  return (built ?? plans[0])?.id ?? '';
}

/** Ratio of Brotli to gzip: hosts send Brotli, which browsers do not offer to scripts. */
const BROTLI_SHARE = 0.86;

/** A text page may be new; a plan's page has the same style and always exists. */
const STYLED_AS: Partial<Record<PagePath, PagePath>> = { '/*': '/planos/' };

const pages = new Map<PagePath, Promise<BuiltPage>>();

async function fetchPage(path: PagePath, planId: string): Promise<BuiltPage> {
  const url = path === '/planos/' ? pathOf(planId, COLLECTIONS.plans) : (BUILT_AT[path] ?? path);
  const html = await (await fetch(href(url))).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const elements = Array.from(page.querySelectorAll('style, link[rel=stylesheet]'));
  return { html, styles: elements.map((element) => element.outerHTML).join('') };
}

/** @param planId of the plan whose page represents all plans */
export function builtPage(wanted: PagePath, planId: string): Promise<BuiltPage> {
  const path = STYLED_AS[wanted] ?? wanted;
  const page = pages.get(path) ?? fetchPage(path, planId);
  pages.set(path, page);
  // Retries after a failed connection.
  page.catch(() => pages.delete(path));
  return page;
}

/**
 * Approximates the bytes that a host sends: the built page's head, which holds style and scripts, with the
 * rendered page's body.
 */
export async function estimateBytes(rendered: string, { html }: BuiltPage): Promise<number> {
  // The dev server's pages differ from those that hosts send.
  if (html.includes('/@vite/client')) return 0;
  const [head = ''] = html.split('<body');
  const body = unmarked(rendered.slice(rendered.indexOf('<body')));
  const stream = new Blob([head, body]).stream().pipeThrough(new CompressionStream('gzip'));
  const { byteLength } = await new Response(stream).arrayBuffer();
  return Math.round(BROTLI_SHARE * byteLength);
}
