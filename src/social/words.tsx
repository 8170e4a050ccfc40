/** The words of a social image: name of the company, title, a line of text, and never too large. */
import type { ReactNode } from 'react';
import satori from 'satori';
import { FONT_NAME, fonts, WEIGHTS } from './font.ts';

interface Words {
  companyName: string;
  title: string;
  text?: string | undefined;
  color: string;
  quietColor: string;
}

interface Box {
  width: number;
  height: number;
}

/** From what shouts to what a long name of a plan still fits in; a phone shows these at a third. */
const SMALLEST_TITLE_SIZE_PX = 46;
const TITLE_SIZES_PX = [92, 84, 76, 70, 64, 58, 52, SMALLEST_TITLE_SIZE_PX];
const TEXT_SIZE_PX = 33;
const NAME_SIZE_PX = 36;
export const MARK_SIZE_PX = 56;
const GAP_PX = 26;

function Title({ children, sizePx }: { children: string; sizePx: number }): ReactNode {
  return (
    <div
      style={{
        fontSize: sizePx,
        fontWeight: WEIGHTS.title,
        letterSpacing: '-0.02em',
        lineHeight: 1.04,
        textWrap: 'balance',
        wordBreak: 'break-word',
      }}
    >
      {children}
    </div>
  );
}

function Text({ children }: { children: string }): ReactNode {
  return (
    <div
      style={{
        fontSize: TEXT_SIZE_PX,
        lineHeight: 1.3,
        whiteSpace: 'pre-line',
        textWrap: 'balance',
      }}
    >
      {children}
    </div>
  );
}

/** Width or height that an element takes when nothing holds it there. */
async function measure(
  element: ReactNode,
  space: { width: number } | { height: number },
): Promise<number> {
  const root = <div style={{ display: 'flex', fontFamily: FONT_NAME }}>{element}</div>;
  const svg = await satori(root, { ...space, fonts: await fonts() });
  const attribute = 'width' in space ? 'height' : 'width';
  const value = new RegExp(`^<svg[^>]* ${attribute}="([\\d.]+)"`).exec(svg)?.[1];
  if (value === undefined) throw new Error(`satori returned an SVG without ${attribute}.`);
  return Number(value);
}

async function titleFits(title: string, sizePx: number, { width, height }: Box): Promise<boolean> {
  const words = title.split(/\s+/);
  const widths = await Promise.all(
    words.map((word) => measure(<Title sizePx={sizePx}>{word}</Title>, { height })),
  );
  if (Math.max(...widths) > width) return false;
  return (await measure(<Title sizePx={sizePx}>{title}</Title>, { width })) <= height;
}

/** The largest size at which a title keeps its words whole and inside the box, if there is one. */
async function titleSize(title: string, box: Box): Promise<number | undefined> {
  for (const sizePx of TITLE_SIZES_PX) if (await titleFits(title, sizePx, box)) return sizePx;
  return undefined;
}

/** SVG of the given size, transparent but for the words. The mark's place, top left, is left free. */
export async function wordsSvg(words: Words, box: Box): Promise<string> {
  const { companyName, title, text, color, quietColor } = words;
  const textHeight =
    text === undefined ? 0 : (await measure(<Text>{text}</Text>, { width: box.width })) + GAP_PX;
  const titleBox = { width: box.width, height: box.height - MARK_SIZE_PX - GAP_PX - textHeight };
  const sizePx = await titleSize(title, titleBox);
  if (sizePx === undefined) {
    // The longest names leave no room for a text below them.
    if (text !== undefined) return wordsSvg({ ...words, text: undefined }, box);
  }
  return satori(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        fontFamily: FONT_NAME,
        fontWeight: WEIGHTS.text,
        color,
      }}
    >
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          height: MARK_SIZE_PX,
          paddingLeft: MARK_SIZE_PX + 14,
          fontSize: NAME_SIZE_PX,
          fontWeight: WEIGHTS.title,
        }}
      >
        {companyName}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', gap: GAP_PX }}>
        <div style={{ display: 'flex', maxHeight: titleBox.height, overflow: 'hidden' }}>
          {/* An endless title is cut: no wording is worth a failed build. */}
          <Title sizePx={sizePx ?? SMALLEST_TITLE_SIZE_PX}>{title}</Title>
        </div>
        {text !== undefined && (
          <div style={{ display: 'flex', color: quietColor }}>
            <Text>{text}</Text>
          </div>
        )}
      </div>
    </div>,
    { ...box, fonts: await fonts() },
  );
}
