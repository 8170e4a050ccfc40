/** Puts a social image together: ground, drawing, mark and words, as a PNG. */
import { extname } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import mark from '../assets/brand/mark.svg?raw';
import { readTokens, token } from '../lib/tokens.ts';
import tokensCss from '../styles/tokens.css?raw';
import { SOCIAL_IMAGE_PX, type SocialCard } from './images.ts';
import { treeSvg } from './tree.ts';
import { MARK_SIZE_PX, wordsSvg } from './words.tsx';

/** Above it, WhatsApp shows a link without its picture. */
export const MAX_BYTES = 300_000;

const MARGIN_PX = 64;
/** The crown below the upper edge and right of the words, the roots in the ground. */
const TREE_PLACE = { x: 592, y: 22, side: 592 };
/** A plan's picture in the proportions of the plan's page, and with its corners. */
const PICTURE_PX = { left: 600, top: 108, width: 552, height: 414, radius: 22 };
const WORDS_PX = {
  besideTree: 572,
  besidePicture: PICTURE_PX.left - MARGIN_PX - 40,
  height: SOCIAL_IMAGE_PX.height - 2 * MARGIN_PX,
};
/** Twice what SVG is measured in, so that lines stay crisp when a drawing is made larger. */
const DRAWING_DPI = 144;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

const { light } = readTokens(tokensCss);
const COLORS = {
  deep: token(light, '--color-deep'),
  quiet: token(light, '--color-quiet'),
  onDeep: token(light, '--color-on-deep'),
  onDeepMuted: token(light, '--color-on-deep-muted'),
  glow: token(light, '--color-glow'),
};

const attributes = (values: Record<string, number>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

const markSvg = mark
  .replace('currentColor', COLORS.onDeep)
  .replace('var(--color-action)', COLORS.glow)
  .replace(
    /width="\d+" height="\d+"/,
    attributes({ x: MARGIN_PX, y: MARGIN_PX, width: MARK_SIZE_PX, height: MARK_SIZE_PX }),
  );

/** The plan's picture as on its page: on lichen, cut to a card. */
async function pictureLayer(file: string): Promise<Buffer> {
  const size = { width: PICTURE_PX.width, height: PICTURE_PX.height };
  // A photo fills the card; a drawing keeps its edges.
  const fit = extname(file) === '.svg' ? 'contain' : 'cover';
  const card = `<svg ${attributes(size)}><rect ${attributes(size)} rx="${PICTURE_PX.radius}"/></svg>`;
  const picture = await sharp(file, { density: DRAWING_DPI })
    .resize({ ...size, fit, background: TRANSPARENT })
    .flatten({ background: COLORS.quiet })
    .toBuffer();
  return sharp(picture)
    .ensureAlpha()
    .composite([{ input: Buffer.from(card), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/**
 * Draws a card.
 *
 * @throws Error when a chat would not show it
 */
export async function drawSocialImage(card: SocialCard, companyName: string): Promise<Buffer> {
  const wordsBox = {
    width: card.picture === undefined ? WORDS_PX.besideTree : WORDS_PX.besidePicture,
    height: WORDS_PX.height,
  };
  const words = await wordsSvg(
    {
      companyName,
      title: card.title,
      text: card.text,
      color: COLORS.onDeep,
      quietColor: COLORS.onDeepMuted,
    },
    wordsBox,
  );
  const tree = treeSvg(
    { ground: COLORS.deep, line: COLORS.onDeepMuted, light: COLORS.glow },
    TREE_PLACE,
  );
  const base = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes(SOCIAL_IMAGE_PX)}>
    <rect width="100%" height="100%" fill="${COLORS.deep}"/>
    ${card.picture === undefined ? tree : ''}${markSvg}
  </svg>`;
  const layers: OverlayOptions[] = [{ input: Buffer.from(words), left: MARGIN_PX, top: MARGIN_PX }];
  if (card.picture !== undefined) {
    const { left, top } = PICTURE_PX;
    layers.push({ input: await pictureLayer(card.picture), left, top });
  }
  const png = await sharp(Buffer.from(base))
    .composite(layers)
    .png({ palette: true, effort: 10 })
    .toBuffer();
  if (png.length > MAX_BYTES) {
    throw new Error(
      `The social image "${card.name}" has ${png.length} bytes; WhatsApp shows at most ${MAX_BYTES}.`,
    );
  }
  return png;
}
