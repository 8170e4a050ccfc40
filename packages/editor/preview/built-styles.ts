/** Takes the preview's styles from the pages of the built site. */
import site from 'virtual:editor-site';
import { pathOf } from '@site/content/links';
import { PAGE_DATA } from '../page-data.ts';
import type { PreviewContent } from './astro-content.ts';
import { urlOf } from './render.ts';

/** The ID of the first entry with a page in the built site: a new entry has none yet. */
export function builtId(path: string, content: PreviewContent): string {
  const name = site.pages[path]?.entriesOf ?? '';
  const collection = site.content.collections[name];
  const entries = content[name] ?? [];
  const isBuilt = (id: string): boolean =>
    PAGE_DATA.targets.ofEntries.some(({ url }) => collection && url === pathOf(id, collection));
  return (entries.find(({ id }) => isBuilt(id)) ?? entries[0])?.id ?? '';
}

async function fetchStyles(url: URL): Promise<string> {
  const html = await (await fetch(url)).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const elements = Array.from(page.querySelectorAll('style, link[rel=stylesheet]'));
  return elements.map((element) => element.outerHTML).join('');
}

const known = new Map<string, Promise<string>>();

/**
 * A page's `<style>` elements, and in the dev server its style sheets.
 *
 * @param wanted path of the page, as in the site's `pages`
 */
export function builtStyles(wanted: string, content: PreviewContent): Promise<string> {
  const path = site.pages[wanted]?.styledAs ?? wanted;
  const styles = known.get(path) ?? fetchStyles(urlOf(path, builtId(path, content)));
  known.set(path, styles);
  // Retries after a failed connection.
  styles.catch(() => known.delete(path));
  return styles;
}
