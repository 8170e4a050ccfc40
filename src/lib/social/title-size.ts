/** How large a social image's title can be. */
import type { Font } from 'fontkitten';
import { widthEm } from '../font.ts';

/** The smallest size fits a long slogan; phones show these sizes at a third. */
const SMALLEST_PX = 44;
const SIZES_PX = [88, 80, 72, 64, 57, 50, SMALLEST_PX];
export const TITLE_LINE_HEIGHT = 1.06;
export const TITLE_SPACING_EM = -0.02;

/** Number of lines of each sentence, which begins a line; Infinity if a word is wider than the column. */
export function lineCounts(face: Font, title: string, columnEm: number): number[] {
  const widthOf = (text: string): number => widthEm(face, text) + text.length * TITLE_SPACING_EM;
  const spaceEm = widthOf(' ');
  return title.split('\n').map((sentence) => {
    let lines = 0;
    let lineEm = Infinity;
    for (const word of sentence.split(' ').map(widthOf)) {
      if (word > columnEm) return Infinity;
      const isNextLine = lineEm + spaceEm + word > columnEm;
      lines += Number(isNextLine);
      lineEm = isNextLine ? word : lineEm + spaceEm + word;
    }
    return lines;
  });
}

/**
 * The largest size at which a title fits with its words whole, or else the smallest. If a size allows it, all sentences
 * have as many lines: one that breaks above one that does not ends in a stub.
 */
export function titleSizePx(
  face: Font,
  title: string,
  room: { width: number; height: number },
): number {
  const fitting = SIZES_PX.map((px) => {
    const counts = lineCounts(face, title, room.width / px);
    const heightPx = counts.reduce((sum, count) => sum + count) * px * TITLE_LINE_HEIGHT;
    return { px, heightPx, isEven: new Set(counts).size === 1 };
  }).filter(({ heightPx }) => heightPx <= room.height);
  return (fitting.find(({ isEven }) => isEven) ?? fitting[0])?.px ?? SMALLEST_PX;
}
