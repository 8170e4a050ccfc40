import type { APIRoute } from 'astro';
import { href } from '../lib/paths.ts';

/** Allows everything. The editor's page is not linked and has its own `noindex`. */
export const GET: APIRoute = ({ site }) => {
  const sitemap = new URL(href('/sitemap-index.xml'), site);
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${sitemap.href}\n`);
};
