/** The mark on its tile of araucária green, as the bitmaps that home screens and old browsers want. */
import sharp from 'sharp';
import tile from '../assets/brand/mark-tile.svg?raw';
import { readTokens, token } from '../lib/tokens.ts';
import tokensCss from '../styles/tokens.css?raw';

const DEEP = token(readTokens(tokensCss).light, '--color-deep');

/** Leaves the mark its room on a home screen. */
const WHOLE_TILE = 'viewBox="-10 -9 52 52"';
/** All mark and hardly any tile: in a tab there are 16 px. */
const CLOSE_UP = 'viewBox="-2 0 36 36"';

interface TileOptions {
  sidePx: number;
  /** Green to the corners, for systems that cut the icon to a shape of their own. */
  isFullBleed: boolean;
  isCloseUp?: boolean;
}

/** @throws Error when the drawing's view box is no longer the one that the close-up cuts into */
export async function tilePng(options: TileOptions): Promise<Buffer> {
  const { sidePx, isFullBleed, isCloseUp = false } = options;
  if (!tile.includes(WHOLE_TILE)) throw new Error(`mark-tile.svg has lost its ${WHOLE_TILE}.`);
  const svg = isCloseUp ? tile.replace(WHOLE_TILE, CLOSE_UP) : tile;
  const image = sharp(Buffer.from(svg)).resize(sidePx);
  if (isFullBleed) image.flatten({ background: DEEP });
  return image.png({ palette: true, effort: 10 }).toBuffer();
}
