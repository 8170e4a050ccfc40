/** The icon on an iPhone's home screen. Without transparency: iOS would paint it black. */
import type { APIRoute } from 'astro';
import { APPLE_TOUCH_ICON_PX } from '../icons/sizes.ts';
import { tilePng } from '../icons/tile.ts';

export const GET: APIRoute = async () => {
  const png = await tilePng({ sidePx: APPLE_TOUCH_ICON_PX, isFullBleed: true });
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
