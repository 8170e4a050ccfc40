/** Renders the site's own pages in the browser. */
import reactRenderer from '@astrojs/react/server.js';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import site from 'virtual:editor-site';
import { setContent, type PreviewContent } from './astro-content.ts';

const PARAMETER = /\[(\w+)\]$/;

/** The URL of a page, below the site's base path. */
export function urlOf(path: string, id: string): URL {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  return new URL(base + path.replace(PARAMETER, () => id), location.origin);
}

/**
 * @param path of the page, as in the site's `pages`
 * @param id of the entry that the path's parameter names
 * @returns a whole document
 */
export async function renderPage(
  path: string,
  content: PreviewContent,
  id: string,
): Promise<string> {
  const page = site.pages[path];
  if (!page) throw new Error(`src/editor-site.ts has no page ${path}.`);
  const { default: component } = await page.load();
  setContent(content);
  // A new container each time: it keeps everything that it ever rendered.
  const container = await AstroContainer.create({
    astroConfig: { site: import.meta.env.SITE },
    // A directive of the site for islands, which a preview does not hydrate.
    manifest: { clientDirectives: new Map([['intent', ' ']]) },
  } as object);
  container.addServerRenderer({ name: '@astrojs/react', renderer: reactRenderer });
  container.addClientRenderer({ name: '@astrojs/react', entrypoint: '' });
  const [, parameter = ''] = PARAMETER.exec(path) ?? [];
  const entry = content[page.entriesOf ?? '']?.find((one) => one.id === id);
  return container.renderToString(component, {
    partial: false,
    request: new Request(urlOf(path, id)),
    props: { [parameter]: entry },
  });
}
