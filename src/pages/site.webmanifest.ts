/** What a phone needs to know to put the site on its home screen. */
import type { APIRoute } from 'astro';
import { MANIFEST_ICONS } from '../icons/sizes.ts';
import { single } from '../lib/content.ts';
import { href } from '../lib/paths.ts';
import { readTokens, token } from '../lib/tokens.ts';
import tokensCss from '../styles/tokens.css?raw';

/** The manifest knows one theme only; browsers that read the page's own `theme-color` prefer that. */
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
    icons: MANIFEST_ICONS.map(({ name: icon, sidePx, purpose }) => ({
      src: href(`/icons/${icon}.png`),
      sizes: `${sidePx}x${sidePx}`,
      type: 'image/png',
      purpose,
    })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  });
};
