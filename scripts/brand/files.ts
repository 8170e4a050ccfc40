/** The files that `npm run brand` generates. */
import { readFileSync } from 'node:fs';
import { BRAND } from '../../src/brand/brand.ts';
import { displayFace } from './face.ts';
import { appleTouchIcon, favicon } from './icons.ts';

/** Contents by path. */
export async function brandFiles(): Promise<Map<string, string | Buffer>> {
  const face = await displayFace(BRAND.face, readFileSync('src/brand/headings.css', 'utf8'));
  return new Map<string, string | Buffer>([
    ['src/brand/fonts/page.woff2', face.page],
    ['src/brand/fonts/social-500.woff', face.social.medium],
    ['src/brand/fonts/social-700.woff', face.social.bold],
    ['src/brand/fonts/fallback.css', face.fallbackCss],
    ['src/brand/fonts/LICENSE.txt', face.license],
    ['public/favicon.ico', await favicon()],
    ['public/apple-touch-icon.png', await appleTouchIcon()],
  ]);
}
