/** What a phone needs to know to put the site on its home screen. */
import type { APIRoute } from 'astro';
import { single } from '../lib/content.ts';
import { href } from '../lib/paths.ts';
import { readTokens, token } from '../lib/tokens.ts';
import tokensCss from '../styles/tokens.css?raw';

/** Files in `public/icons`; `maskable` is cut to a shape by the home screen (`npm run icons`). */
const ICONS = [
  { name: 'icon-192', sizes: '192x192', purpose: 'any' },
  { name: 'icon-512', sizes: '512x512', purpose: 'any' },
  { name: 'maskable-512', sizes: '512x512', purpose: 'maskable' },
];

/** A manifest knows one theme; browsers that read the page's own `theme-color` prefer that. */
const SURFACE = token(readTokens(tokensCss).light, '--color-surface');

export const GET: APIRoute = async () => {
  const { name } = await single('company');
  const { seo } = await single('home');
  const manifest = {
    name,
    short_name: name,
    description: seo.description,
    lang: 'pt-BR',
    dir: 'ltr',
    id: href('/'),
    start_url: href('/'),
    scope: href('/'),
    display: 'browser',
    background_color: SURFACE,
    theme_color: SURFACE,
    icons: ICONS.map(({ name: icon, ...rest }) => ({
      src: href(`/icons/${icon}.png`),
      type: 'image/png',
      ...rest,
    })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  });
};
