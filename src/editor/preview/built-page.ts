/** What the preview takes from the pages that are on the site: their style, and their size. */
import { href } from '../../lib/paths.ts';
import { planPath, type Site } from '../../content-check/links.ts';
import type { PagePath } from './views.ts';

export interface BuiltPage {
  html: string;
  /** Its `<style>` elements, and in the dev server its style sheets. */
  styles: string;
  /** Compressed bytes that it has beyond the same page rendered in the browser. */
  extraBytes?: Promise<number>;
}

/** Hosts serve the page for unknown plans under other paths, and 404 holds both. */
const BUILT_AT: Partial<Record<PagePath, `/${string}`>> = { '/planos/404': '/404' };

/** The first of the plans that had a page when the editor was built: a new one has none yet. */
export function builtPlanId(plans: readonly { id: string }[]): string {
  const site = JSON.parse(document.getElementById('editor-site')?.textContent ?? '') as Site;
  const built = plans.find(({ id }) => site.some(({ url }) => url === planPath(id)));
  return (built ?? plans[0])?.id ?? '';
}

const pages = new Map<PagePath, Promise<BuiltPage>>();

async function fetchPage(path: PagePath, planId: string): Promise<BuiltPage> {
  const url = path === '/planos/' ? planPath(planId) : (BUILT_AT[path] ?? path);
  const html = await (await fetch(href(url))).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const elements = Array.from(page.querySelectorAll('style, link[rel=stylesheet]'));
  return { html, styles: elements.map((element) => element.outerHTML).join('') };
}

/** @param planId of the plan whose page stands for that of all */
export function builtPage(path: PagePath, planId: string): Promise<BuiltPage> {
  const page = pages.get(path) ?? fetchPage(path, planId);
  pages.set(path, page);
  // Fetched again where the connection was down.
  page.catch(() => pages.delete(path));
  return page;
}

export async function gzipBytes(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
