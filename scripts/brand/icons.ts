/** The icons with a fixed size, for browsers that do not read the SVG icon in the page (src/lib/favicon.ts). */
import sharp from 'sharp';
import { MARK_ON_DEEP, TILE_COLOR } from '../../src/lib/mark.ts';

/** The mark may fill a browser's tab, which shows 16 pixels; iOS rounds the corners of its tile. */
const FAVICON = { sidePx: 32, markShare: 0.9 };
const APPLE_TOUCH_ICON = { sidePx: 180, markShare: 0.62 };

/** The brand's mark centred on a tile of `--color-deep`, as a PNG. */
async function markTile({ sidePx, markShare }: typeof FAVICON): Promise<Buffer> {
  const markPx = Math.round(sidePx * markShare);
  const drawn = await sharp(Buffer.from(MARK_ON_DEEP))
    .resize(markPx, markPx, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer();
  const tile = sharp({
    create: { width: sidePx, height: sidePx, channels: 3, background: TILE_COLOR },
  });
  return tile
    .composite([{ input: drawn }])
    .removeAlpha() // iOS shows transparency as black.
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** Bytes before the PNG in an .ico file that holds only one. */
export const ICO_HEADER_BYTES = 22;

/**
 * Wraps a PNG in an .ico file.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
function ico(sidePx: number, png: Buffer): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES);
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

export const favicon = async (): Promise<Buffer> => ico(FAVICON.sidePx, await markTile(FAVICON));

export const appleTouchIcon = (): Promise<Buffer> => markTile(APPLE_TOUCH_ICON);
