/** Renders the brand's mark without a style sheet: in social images, and as icons of a fixed size. */
import sharp from 'sharp';
import mark from '../brand/mark.svg?raw';
import { readTokens, token } from './tokens.ts';
import tokensCss from '../brand/tokens.css?raw';

const { light } = readTokens(tokensCss);

/** For a surface of `--color-deep`. */
export const MARK_ON_DEEP = mark
  .replaceAll('currentColor', token(light, '--color-on-deep'))
  .replaceAll('var(--color-action)', token(light, '--color-glow'));

/**
 * The brand's mark centred on a tile of `--color-deep`, as a PNG.
 *
 * @param share of the tile's side that the mark takes
 */
export async function markTile(sidePx: number, share: number): Promise<Buffer> {
  const markPx = Math.round(sidePx * share);
  const drawn = await sharp(Buffer.from(MARK_ON_DEEP))
    .resize(markPx, markPx, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer();
  const background = token(light, '--color-deep');
  const tile = sharp({ create: { width: sidePx, height: sidePx, channels: 3, background } });
  return tile
    .composite([{ input: drawn }])
    .removeAlpha() // iOS shows transparency as black.
    .png({ palette: true, effort: 10 })
    .toBuffer();
}
