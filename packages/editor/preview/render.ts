/** Renders the site's own pages in the browser. */
import reactRenderer from '@astrojs/react/server.js';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import site from 'virtual:editor-site';
import { setContent, type PreviewContent } from './astro-content.ts';

/** Of islands: Astro's, and that of packages/islands. */
const DIRECTIVES = ['load', 'idle', 'visible', 'media', 'only', 'intent'];

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
    // Without their code: a preview does not hydrate islands.
    manifest: { clientDirectives: new Map(DIRECTIVES.map((name) => [name, ' '])) },
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
