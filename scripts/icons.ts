/**
 * `npm run icons`: draws the mark for home screens and old browsers into `public/`, in the colours of
 * the tokens. The files are committed; run it after a change of the mark or its colours.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { readTokens, token } from '../src/lib/tokens.ts';

/** For browsers that do not take the one in the page (src/lib/favicon.ts); they make it smaller. */
const FAVICON_PX = 32;
const APPLE_TOUCH_ICON_PX = 180;

const { light } = readTokens(readFileSync('src/brand/tokens.css', 'utf8'));
const mark = readFileSync('src/brand/mark.svg', 'utf8');

/** Ends of the mark's trunk: as drawn, and far below, where a tile cuts it off. */
const TRUNK = 'M16 5v25';
const ROOTED_TRUNK = 'M16 5v38';
if (!mark.includes(TRUNK)) throw new Error('mark.svg has another trunk: fix scripts/icons.ts.');

/** The part of the mark's 32 by 32 units that a tile shows, as an SVG view box. */
const WHOLE = '-10 -9 52 52';
/** All mark and hardly any tile: a tab has 16 pixels. */
const CLOSE_UP = '-2 0 36 36';

/** The mark on a tile of araucária green. */
function tilePng(sidePx: number, viewBox: string): Promise<Buffer> {
  const shapes = mark
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    .replace('var(--color-action)', token(light, '--color-glow'))
    .replace(TRUNK, ROOTED_TRUNK);
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number);
  const image = sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}"
      viewBox="${viewBox}" fill="none" stroke="${token(light, '--color-on-deep')}"
      stroke-linecap="round" stroke-linejoin="round">
      <path fill="${token(light, '--color-deep')}" stroke="none" d="M${left} ${top}h${side}v${side}h-${side}z"/>
      ${shapes}
    </svg>`),
  );
  // An iPhone shows transparency as black.
  return image.removeAlpha().png({ palette: true, effort: 10 }).toBuffer();
}

/**
 * An .ico file of one PNG.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
function ico(sidePx: number, png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // Icons, not cursors.
  header.writeUInt16LE(1, 4); // How many.
  header.writeUInt8(sidePx, 6);
  header.writeUInt8(sidePx, 7);
  header.writeUInt16LE(1, 10); // Colour planes.
  header.writeUInt16LE(32, 12); // Bits a pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

writeFileSync('public/apple-touch-icon.png', await tilePng(APPLE_TOUCH_ICON_PX, WHOLE));
writeFileSync('public/favicon.ico', ico(FAVICON_PX, await tilePng(FAVICON_PX, CLOSE_UP)));
