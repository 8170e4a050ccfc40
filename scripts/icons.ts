/**
 * `npm run icons`: draws the mark for tabs, home screens and the web manifest into `public/`, in the
 * colours of the tokens. The files are committed; run it after a change of the mark or its colours.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { readTokens, token } from '../src/lib/tokens.ts';

/** For browsers that know no SVG icon; they make it smaller where they have to. */
const FAVICON_PX = 32;
const APPLE_TOUCH_ICON_PX = 180;

const { light } = readTokens(readFileSync('src/styles/tokens.css', 'utf8'));
const mark = readFileSync('src/assets/brand/mark.svg', 'utf8');

/** Ends of the mark's trunk: as drawn, and far below, where a tile cuts it off. */
const TRUNK = 'M16 5v25';
const ROOTED_TRUNK = 'M16 5v38';
if (!mark.includes(TRUNK)) throw new Error('mark.svg has another trunk: fix scripts/icons.ts.');

/** The mark for the tab of a light or a dark browser. */
export function faviconSvg(): string {
  const rules = (ink: `--${string}`, accent: `--${string}`): string =>
    `svg{stroke:${token(light, ink)}}.n{stroke:${token(light, accent)}}`;
  const style =
    `<style>${rules('--color-deep', '--color-action')}` +
    `@media(prefers-color-scheme:dark){${rules('--color-on-deep', '--color-glow')}}</style>`;
  return mark
    .replace(/ width="32" height="32"/, '')
    .replace(' stroke="currentColor"', '')
    .replace('stroke="var(--color-action)"', 'class="n"')
    .replace(/(<svg[^>]*>)/, `$1${style}`);
}

interface Tile {
  sidePx: number;
  /** The part of the mark's 32 by 32 units that the tile shows, as an SVG view box. */
  viewBox: string;
  /** As part of the side; 0 for systems that cut the icon to a shape of their own. */
  cornerRadius?: number;
}

const WHOLE = '-10 -9 52 52';
/** All mark and hardly any tile: a tab has 16 pixels. */
const CLOSE_UP = '-2 0 36 36';

/** The mark on a tile of araucária green. */
async function tilePng({ sidePx, viewBox, cornerRadius = 0 }: Tile): Promise<Buffer> {
  const shapes = mark
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    .replace('var(--color-action)', token(light, '--color-glow'))
    .replace(TRUNK, ROOTED_TRUNK);
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number);
  const image = sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}"
      viewBox="${viewBox}" fill="none" stroke="${token(light, '--color-on-deep')}"
      stroke-linecap="round" stroke-linejoin="round">
      <clipPath id="tile">
        <rect x="${left}" y="${top}" width="${side}" height="${side}" rx="${side * cornerRadius}"/>
      </clipPath>
      <g clip-path="url(#tile)">
        <path fill="${token(light, '--color-deep')}" stroke="none" d="M${left} ${top}h${side}v${side}h-${side}z"/>
        ${shapes}
      </g>
    </svg>`),
  );
  if (cornerRadius === 0) image.removeAlpha();
  return image.png({ palette: true, effort: 10 }).toBuffer();
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

// Not in tests, which compare. Node 24.0, the newest for Macs here, has no import.meta.main.
if (process.argv[1] === import.meta.filename) {
  const tiles: Record<string, Tile> = {
    'apple-touch-icon': { sidePx: APPLE_TOUCH_ICON_PX, viewBox: WHOLE },
    'icons/icon-192': { sidePx: 192, viewBox: WHOLE, cornerRadius: 0.23 },
    'icons/icon-512': { sidePx: 512, viewBox: WHOLE, cornerRadius: 0.23 },
    'icons/maskable-512': { sidePx: 512, viewBox: WHOLE },
  };
  for (const [name, tile] of Object.entries(tiles)) {
    writeFileSync(`public/${name}.png`, await tilePng(tile));
  }
  const favicon = await tilePng({ sidePx: FAVICON_PX, viewBox: CLOSE_UP });
  writeFileSync('public/favicon.ico', ico(FAVICON_PX, favicon));
  writeFileSync('public/favicon.svg', faviconSvg());
}
