/** Renders the brand's logo without a style sheet: in social images, and as icons of a fixed size. */
import sharp from 'sharp';
import logo from '../brand/mark.svg?raw';
import { readTokens, token } from '../lib/tokens.ts';
import tokensCss from '../brand/tokens.css?raw';

const { light } = readTokens(tokensCss);

/** For a surface of `--color-deep`. */
export const LOGO_ON_DEEP = logo
  .replaceAll('currentColor', token(light, '--color-on-deep'))
  .replaceAll('var(--color-action)', token(light, '--color-glow'));

/**
 * The logo centred on a tile of `--color-deep`, as a PNG.
 *
 * @param share of the tile's side that the logo takes
 */
export async function logoTile(sidePx: number, share: number): Promise<Buffer> {
  const logoPx = Math.round(sidePx * share);
  const drawn = await sharp(Buffer.from(LOGO_ON_DEEP))
    .resize(logoPx, logoPx, { fit: 'contain', background: 'transparent' })
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
