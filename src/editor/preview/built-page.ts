/** What the preview takes from the pages that are on the site: their style, and their size. */
import { href } from '../../lib/paths.ts';
import { BUILT_PLAN_ID, type PagePath } from './views.ts';

export interface BuiltPage {
  path: PagePath;
  html: string;
  /** Its `<style>` elements, and in the dev server its style sheets. */
  styles: string;
  /** Compressed bytes that it has beyond the same page rendered in the browser. */
  extraBytes?: Promise<number>;
}

/** Hosts serve the page for unknown plans under other paths, and 404 holds both. */
const BUILT_AT: Partial<Record<PagePath, `/${string}`>> = {
  '/planos/': `/planos/${BUILT_PLAN_ID}`,
  '/planos/404': '/404',
};

/** A page of text may be new; a plan's has the same style, and is there. */
const STYLED_AS: Partial<Record<PagePath, PagePath>> = { '/*': '/planos/' };

const pages = new Map<PagePath, Promise<BuiltPage>>();

async function fetchPage(path: PagePath): Promise<BuiltPage> {
  const html = await (await fetch(href(BUILT_AT[path] ?? path))).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const elements = Array.from(page.querySelectorAll('style, link[rel=stylesheet]'));
  return { path, html, styles: elements.map((element) => element.outerHTML).join('') };
}

export function builtPage(wanted: PagePath): Promise<BuiltPage> {
  const path = STYLED_AS[wanted] ?? wanted;
  const page = pages.get(path) ?? fetchPage(path);
  pages.set(path, page);
  // Fetched again where the connection was down.
  page.catch(() => pages.delete(path));
  return page;
}

export async function gzipBytes(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
