/** For browsers without support for the SVG icon in the page (src/lib/favicon.ts). */
import type { APIRoute } from 'astro';
import { markTile } from '../lib/mark.ts';

const SIDE_PX = 32;
/** Little margin: a tab shows 16 pixels. */
const MARK_SHARE = 0.9;

/**
 * Wraps a PNG in an .ico file.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
function ico(sidePx: number, png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // Type: icon.
  header.writeUInt16LE(1, 4); // Number of images.
  header.writeUInt8(sidePx, 6);
  header.writeUInt8(sidePx, 7);
  header.writeUInt16LE(1, 10); // Colour planes.
  header.writeUInt16LE(32, 12); // Bits per pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

export const GET: APIRoute = async () =>
  new Response(Uint8Array.from(ico(SIDE_PX, await markTile(SIDE_PX, MARK_SHARE))));
