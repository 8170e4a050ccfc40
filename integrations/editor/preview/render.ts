/** Renders the site's own pages in the browser. */
import reactRenderer from '@astrojs/react/server.js';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import NotFound from '../../../src/pages/404.astro';
import TextPage from '../../../src/pages/[page].astro';
import Home from '../../../src/pages/index.astro';
import PlanList from '../../../src/pages/planos.astro';
import PlanNotFound from '../../../src/pages/planos/404.astro';
import Plan from '../../../src/pages/planos/[plan].astro';
import { href } from '../../../src/lib/paths.ts';
import { setContent, type PreviewContent, type PreviewEntry } from './astro-content.ts';
import type { PagePath } from './views.ts';

const PAGES = {
  '/': Home,
  '/planos': PlanList,
  '/planos/': Plan,
  '/*': TextPage,
  '/404': NotFound,
  '/planos/404': PlanNotFound,
} satisfies Record<PagePath, unknown>;

/**
 * @param id of the plan for `/planos/`, or of the page for `/*`
 * @returns a whole document
 */
export async function renderPage(
  path: PagePath,
  content: PreviewContent,
  id: string,
): Promise<string> {
  setContent(content);
  // A new container each time: it keeps everything that it ever rendered.
  const container = await AstroContainer.create({
    astroConfig: { site: import.meta.env.SITE },
    // The site's directive for islands, which a preview does not hydrate.
    manifest: { clientDirectives: new Map([['intent', ' ']]) },
  } as object);
  container.addServerRenderer({ name: '@astrojs/react', renderer: reactRenderer });
  container.addClientRenderer({ name: '@astrojs/react', entrypoint: '' });
  const withId = (entry: PreviewEntry): boolean => entry.id === id;
  const paths: Partial<Record<PagePath, `/${string}`>> = {
    '/planos/': `/planos/${id}`,
    '/*': `/${id}`,
  };
  const url = new URL(href(paths[path] ?? path), location.origin);
  return container.renderToString(PAGES[path], {
    partial: false,
    request: new Request(url),
    props: { plan: content.plans.find(withId), page: content.textPages.find(withId) },
  });
}
