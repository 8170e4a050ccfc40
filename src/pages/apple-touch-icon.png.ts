import type { APIRoute } from 'astro';
import { logoTile } from '../icons/logo.ts';

const SIDE_PX = 180;
/** Without rounded corners, which iOS adds. */
const MARK_SHARE = 0.62;

export const GET: APIRoute = async () =>
  new Response(Uint8Array.from(await logoTile(SIDE_PX, MARK_SHARE)));
