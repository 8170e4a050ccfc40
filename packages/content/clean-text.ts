/** Repairs pasted text instead of reporting characters that people cannot see. */
import { DETOUR, unwrapLink } from './markdown/links.ts';

/** Whitespace of every kind, except line breaks. */
const SPACE = /[\p{Separator}\u0085]/gu;

/**
 * Control characters, lone surrogates, soft hyphens and direction marks. Keeps the joiner U+200D, which
 * emoji need.
 */
const INVISIBLE =
  /(?![\t\n])[\p{Control}\p{Surrogate}\u00AD\u200B\u200C\u200E\u200F\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Non-breaking and typographic hyphens, which look like the plain one. */
const HYPHEN = /[\u2010\u2011]/g;

/** Word's bullets, at the start of a line. Those of deeper levels are letters of another font. */
export const WORD_BULLET = /^( *)(?:[•·▪◦●]|[o§](?=\t))\s*/gm;

/** The boxes of a task list. */
export const TASK_BOX = /^([ \t>]*(?:[-*]|\d+[.)])[ \t]+)\[[ x]\][ \t]+/gim;

/** Removes invisible characters, makes whitespace and hyphens plain and line breaks LF, and unwraps links. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(SPACE, ' ')
    .replace(HYPHEN, '-')
    .replace(INVISIBLE, '')
    .replace(DETOUR, unwrapLink);
}

/** Cleans a text and joins its lines. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Cleans a text and keeps its line breaks. */
export function cleanParagraph(text: string): string {
  return cleanText(text).trim();
}

/** Cleans a number and restores the hyphens that Word turned into dashes. */
export function cleanNumber(text: string): string {
  return cleanLine(text).replace(/\p{Dash}/gu, '-');
}
