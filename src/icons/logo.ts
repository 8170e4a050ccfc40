/** Renders the brand's logo without a style sheet: in social images, and as icons of a fixed size. */
import sharp from 'sharp';
import logo from '../brand/mark.svg?raw';
import { readTokens, token } from '../lib/tokens.ts';
import tokensCss from '../brand/tokens.css?raw';

const { light } = readTokens(tokensCss);

/** For a surface of `--color-deep`. */
export const LOGO_ON_DEEP = logo
  // Drops an XML declaration or comment before it.
  .slice(logo.indexOf('<svg'))
  .replaceAll('currentColor', token(light, '--color-on-deep'))
  .replaceAll('var(--color-action)', token(light, '--color-glow'));

/** The logo's view box, or one made of its size. */
function viewBoxOf(root: string): string {
  const [, own] = /\sviewBox=["']([^"']+)/.exec(root) ?? [];
  const side = (name: string): string =>
    new RegExp(`\\s${name}=["']([\\d.]+)`).exec(root)?.[1] ?? '';
  return own ?? `0 0 ${side('width')} ${side('height')}`;
}

/**
 * The logo centred on a tile of `--color-deep`, as a PNG.
 *
 * @param share of the tile's side that the logo takes
 */
export function logoTile(sidePx: number, share: number): Promise<Buffer> {
  const logoPx = sidePx * share;
  const marginPx = (sidePx - logoPx) / 2;
  const placed = LOGO_ON_DEEP.replace(
    /^<svg[^>]*>/,
    (root) =>
      `${root.replaceAll(/\s(?:x|y|width|height|viewBox)=(?:"[^"]*"|'[^']*')/g, '').slice(0, -1)} x="${marginPx}" y="${marginPx}" width="${logoPx}" height="${logoPx}" viewBox="${viewBoxOf(root)}">`,
  );
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}">
    <rect width="100%" height="100%" fill="${token(light, '--color-deep')}"/>${placed}</svg>`;
  // iOS shows transparency as black.
  return sharp(Buffer.from(tile)).removeAlpha().png({ palette: true, effort: 10 }).toBuffer();
}
