/** Draws a social image: mark, title and a line of text between two halves of the brand's drawing. */
import { readFile } from 'node:fs/promises';
import satori, { type SatoriOptions } from 'satori';
import sharp from 'sharp';
import { drawingSvg } from '../../brand/social-drawing.ts';
import tokensCss from '../../brand/tokens.css?raw';
import { drawable, fontIn } from '../font.ts';
import { MARK_ON_DEEP } from '../mark.ts';
import { readTokens, token } from '../tokens.ts';
import { SOCIAL_IMAGE_PX, type SocialImage } from './images.ts';
import { TITLE_LINE_HEIGHT, TITLE_SPACING_EM, titleSizePx } from './title-size.ts';

/** Chats that show a square cut it from the middle. */
const SQUARE_PX = SOCIAL_IMAGE_PX.height;
const WORDS_PX = { width: SQUARE_PX - 30, height: SQUARE_PX - 2 * 56 };
const MARK_PX = 72;
const GAP_PX = 26;

const TEXT_PX = 32;
const TEXT_LINE_HEIGHT = 1.3;
const TEXT_HEIGHT_PX = 3 * TEXT_PX * TEXT_LINE_HEIGHT;
const TITLE_PX = {
  width: WORDS_PX.width,
  height: WORDS_PX.height - MARK_PX - 2 * GAP_PX - TEXT_HEIGHT_PX,
};

const { light } = readTokens(tokensCss);
const COLORS = {
  deep: token(light, '--color-deep'),
  words: token(light, '--color-on-deep'),
  muted: token(light, '--color-on-deep-muted'),
  glow: token(light, '--color-glow'),
};

/** The display face, as `npm run brand` subsets it for large sizes. */
const FONT = 'Display';
const TEXT_WEIGHT = 500;
const TITLE_WEIGHT = 700;
const [textFont, titleFont] = await Promise.all([
  readFile(`src/brand/fonts/social-${TEXT_WEIGHT}.woff`),
  readFile(`src/brand/fonts/social-${TITLE_WEIGHT}.woff`),
]);
const fonts: SatoriOptions['fonts'] = [
  { name: FONT, weight: TEXT_WEIGHT, data: textFont },
  { name: FONT, weight: TITLE_WEIGHT, data: titleFont },
];
const titleFace = fontIn(titleFont);

const MARK_URL = `data:image/svg+xml;base64,${Buffer.from(MARK_ON_DEEP).toString('base64')}`;

/** The drawing's right half at the left edge, and its left half at the right edge, faded behind the words. */
const halves = [0, SOCIAL_IMAGE_PX.width].map((middle) =>
  drawingSvg(
    { surface: COLORS.deep, line: COLORS.muted, light: COLORS.glow },
    { x: middle - SQUARE_PX / 2, y: 0, side: SQUARE_PX },
  ),
);
const { width, height } = SOCIAL_IMAGE_PX;
const background = await sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${COLORS.deep}"/>
    <linearGradient id="fade">
      <stop stop-color="${COLORS.deep}" stop-opacity="0"/><stop offset=".15" stop-color="${COLORS.deep}"/>
      <stop offset=".85" stop-color="${COLORS.deep}"/><stop offset="1" stop-color="${COLORS.deep}" stop-opacity="0"/>
    </linearGradient>
    ${halves.join('')}
    <rect x="${(width - SQUARE_PX) / 2}" width="${SQUARE_PX}" height="${height}" fill="url(#fade)"/>
  </svg>`),
)
  .removeAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true });

/** What four bits hold. Half the size of a JPEG or of a PNG with more colours. */
const COLORS_IN_FILE = 16;

/** @returns a PNG */
export async function drawSocialImage(image: SocialImage, company: string): Promise<Buffer> {
  const [title = '', text, name] = [image.title, image.text, company].map((words) =>
    drawable(titleFace, words),
  );
  const sizePx = titleSizePx(titleFace, title, TITLE_PX);
  const svg = await satori(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: GAP_PX,
        ...WORDS_PX,
        color: COLORS.words,
        fontFamily: FONT,
        fontWeight: TITLE_WEIGHT,
        textAlign: 'center',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 14, fontSize: 38 }}>
        <img alt="" src={MARK_URL} width={MARK_PX} height={MARK_PX} />
        {name}
      </div>
      <div
        style={{
          width: TITLE_PX.width,
          maxHeight: TITLE_PX.height,
          overflow: 'hidden',
          justifyContent: 'center',
          whiteSpace: 'pre-line',
          fontSize: sizePx,
          letterSpacing: `${TITLE_SPACING_EM}em`,
          lineHeight: TITLE_LINE_HEIGHT,
          wordBreak: 'break-word',
          textWrap: 'balance',
        }}
      >
        {title}
      </div>
      <div
        style={{
          width: WORDS_PX.width,
          maxHeight: TEXT_HEIGHT_PX,
          overflow: 'hidden',
          justifyContent: 'center',
          color: COLORS.muted,
          fontSize: TEXT_PX,
          fontWeight: TEXT_WEIGHT,
          lineHeight: TEXT_LINE_HEIGHT,
          whiteSpace: 'pre-line',
          textWrap: 'balance',
        }}
      >
        {text}
      </div>
    </div>,
    { ...WORDS_PX, fonts },
  );
  return sharp(background.data, { raw: background.info })
    .composite([{ input: Buffer.from(svg), gravity: 'center' }])
    .png({ palette: true, colours: COLORS_IN_FILE, dither: 0, effort: 1 })
    .toBuffer();
}
