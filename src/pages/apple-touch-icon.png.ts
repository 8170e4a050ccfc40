import type { APIRoute } from 'astro';
import { markTile } from '../lib/mark.ts';

const SIDE_PX = 180;
/** Without rounded corners, which iOS adds. */
const MARK_SHARE = 0.62;

export const GET: APIRoute = async () =>
  new Response(Uint8Array.from(await markTile(SIDE_PX, MARK_SHARE)));
