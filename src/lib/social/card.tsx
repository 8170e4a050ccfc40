/** Draws a social image: mark and words, beside the brand's drawing or a plan's picture. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import satori, { type SatoriOptions } from 'satori';
import sharp from 'sharp';
import { drawingSvg } from '../../brand/social-drawing.ts';
import tokensCss from '../../brand/tokens.css?raw';
import { fontIn, widthEm } from '../font.ts';
import { MARK_ON_DEEP } from '../mark.ts';
import { readTokens, token } from '../tokens.ts';
import { SOCIAL_IMAGE_PX, type SocialCard } from './images.ts';

/** WhatsApp drops larger images. */
const MAX_BYTES = 300_000;

const MARGIN_PX = 64;
const MARK_PX = 56;
const GAP_PX = 26;
const BRAND_DRAWING_PX = { x: 592, y: 22, side: 592 };
/** In the proportions of the plan's page. */
const PICTURE_PX = { left: 600, top: 108, width: 552, height: 414 };

/** The smallest size fits a plan's long name; phones show these sizes at a third. */
const SMALLEST_TITLE_SIZE_PX = 46;
const TITLE_SIZES_PX = [92, 84, 76, 70, 64, 58, 52, SMALLEST_TITLE_SIZE_PX];
const LINE_HEIGHT = 1.04;
const TEXT_SIZE_PX = 33;
/** Average width of medium letters, relative to the title's bold ones. */
const TEXT_WIDTH_RATIO = 0.95;
const TEXT_LINE_HEIGHT = 1.3;

const { light } = readTokens(tokensCss);
const COLORS = {
  deep: token(light, '--color-deep'),
  quiet: token(light, '--color-quiet'),
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

const svgUrl = (svg: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

const WHOLE_CARD = `xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_IMAGE_PX.width}" height="${SOCIAL_IMAGE_PX.height}"`;
const MARK_URL = svgUrl(MARK_ON_DEEP);
const DRAWING_URL = svgUrl(
  `<svg ${WHOLE_CARD}>${drawingSvg({ surface: COLORS.deep, line: COLORS.muted, light: COLORS.glow }, BRAND_DRAWING_PX)}</svg>`,
);

const titleEm = (text: string): number => widthEm(titleFace, text);
const SPACE_EM = titleEm(' ');

/** Number of lines of a text in a column; Infinity if a word is wider than the column. */
function lineCount(text: string, columnEm: number): number {
  let lines = 0;
  for (const paragraph of text.split('\n')) {
    let lineEm = Infinity;
    for (const word of paragraph.split(' ').map(titleEm)) {
      if (word > columnEm) return Infinity;
      const isNextLine = lineEm + SPACE_EM + word > columnEm;
      lines += Number(isNextLine);
      lineEm = isNextLine ? word : lineEm + SPACE_EM + word;
    }
  }
  return lines;
}

/** The largest size at which a title fits the box with its words whole. */
function titleSizePx(title: string, widthPx: number, heightPx: number): number | undefined {
  return TITLE_SIZES_PX.find(
    (sizePx) => lineCount(title, widthPx / sizePx) * sizePx * LINE_HEIGHT <= heightPx,
  );
}

/** The plan's picture as on its page: a photo is cropped, a drawing is not. */
async function pictureUrl(file: string): Promise<string> {
  const { width, height } = PICTURE_PX;
  const fit = extname(file) === '.svg' ? 'contain' : 'cover';
  const png = await sharp(file)
    .resize({ width, height, fit, background: 'transparent' })
    .flatten({ background: COLORS.quiet })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * @returns a PNG
 * @throws Error when it is too large for WhatsApp
 */
export async function drawSocialImage(card: SocialCard, companyName: string): Promise<Buffer> {
  const { title, picture } = card;
  const widthPx = picture === undefined ? 572 : PICTURE_PX.left - MARGIN_PX - 40;
  const heightPx = SOCIAL_IMAGE_PX.height - 2 * MARGIN_PX - MARK_PX - GAP_PX;
  const textLines =
    card.text === undefined ? 0 : lineCount(card.text, widthPx / TEXT_SIZE_PX / TEXT_WIDTH_RATIO);
  const textPx = textLines * TEXT_SIZE_PX * TEXT_LINE_HEIGHT;
  const besideText = titleSizePx(title, widthPx, heightPx - textPx - GAP_PX);
  // The longest titles leave no space for a text.
  const text = besideText === undefined ? undefined : card.text;
  const fittingPx = besideText ?? titleSizePx(title, widthPx, heightPx);
  const sizePx = fittingPx ?? SMALLEST_TITLE_SIZE_PX;
  // Better a truncated title than a failed build.
  const isCut = fittingPx === undefined;

  const picturePng = picture && (await pictureUrl(picture));
  const svg = await satori(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        ...SOCIAL_IMAGE_PX,
        boxSizing: 'border-box',
        padding: MARGIN_PX,
        background: COLORS.deep,
        color: COLORS.words,
        fontFamily: FONT,
      }}
    >
      {picturePng === undefined ? (
        <img
          alt=""
          src={DRAWING_URL}
          style={{ position: 'absolute', left: 0, top: 0, ...SOCIAL_IMAGE_PX }}
        />
      ) : (
        <img
          alt=""
          src={picturePng}
          style={{ position: 'absolute', borderRadius: 22, ...PICTURE_PX }}
        />
      )}
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: 14,
          fontSize: 36,
          fontWeight: TITLE_WEIGHT,
        }}
      >
        <img alt="" src={MARK_URL} width={MARK_PX} height={MARK_PX} />
        {companyName}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', gap: GAP_PX, width: widthPx }}>
        <div
          style={{
            fontSize: sizePx,
            fontWeight: TITLE_WEIGHT,
            letterSpacing: '-0.02em',
            lineHeight: LINE_HEIGHT,
            wordBreak: 'break-word',
            ...(isCut
              ? { display: 'block', lineClamp: Math.floor(heightPx / (sizePx * LINE_HEIGHT)) }
              : { textWrap: 'balance' }),
          }}
        >
          {title}
        </div>
        {text !== undefined && (
          <div
            style={{
              color: COLORS.muted,
              fontSize: TEXT_SIZE_PX,
              fontWeight: TEXT_WEIGHT,
              lineHeight: TEXT_LINE_HEIGHT,
              whiteSpace: 'pre-line',
              textWrap: 'balance',
            }}
          >
            {text}
          </div>
        )}
      </div>
    </div>,
    { ...SOCIAL_IMAGE_PX, fonts },
  );
  const png = await sharp(Buffer.from(svg)).png({ palette: true, effort: 10 }).toBuffer();
  if (png.length > MAX_BYTES) {
    throw new Error(
      `The social image "${card.name}" has ${png.length} bytes; WhatsApp shows at most ${MAX_BYTES}.`,
    );
  }
  return png;
}
