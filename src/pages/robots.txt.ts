import type { APIRoute } from 'astro';
import { href } from '../lib/paths.ts';

/** Everything may be read. The editors' page is not linked and says `noindex` by itself. */
export const GET: APIRoute = ({ site }) => {
  const sitemap = new URL(href('/sitemap-index.xml'), site);
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${sitemap.href}\n`);
};
