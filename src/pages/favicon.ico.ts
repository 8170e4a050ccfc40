/** For browsers that know no SVG icon: they ask for this URL without being told of it. */
import type { APIRoute } from 'astro';
import { packIco } from '../icons/ico.ts';
import { FAVICON_SIDES_PX } from '../icons/sizes.ts';
import { tilePng } from '../icons/tile.ts';

export const GET: APIRoute = async () => {
  const images = await Promise.all(
    FAVICON_SIDES_PX.map(async (sidePx) => ({
      sidePx,
      png: await tilePng({ sidePx, isFullBleed: true, isCloseUp: true }),
    })),
  );
  return new Response(packIco(images), { headers: { 'content-type': 'image/x-icon' } });
};
