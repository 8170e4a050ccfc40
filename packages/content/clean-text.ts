/** Repairs pasted text instead of reporting characters that people cannot see. */
import MarkdownParser from 'markdown-it';
import { REDIRECT_WRAPPER, unwrapLink } from './markdown/links.ts';

/** Decodes UTF-8, or else what Windows programs save. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whitespace of every kind, except line breaks. */
const SPACE = /[\p{Separator}\u0085]/gu;

/**
 * Control characters, lone surrogates, soft hyphens and direction marks. Keeps the joiner U+200D, which
 * emoji need.
 */
const INVISIBLE =
  /(?![\t\n\v\f])[\p{Control}\p{Surrogate}\u00AD\u200B\u200C\u200E\u200F\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Non-breaking and typographic hyphens, which look like the plain one. */
const HYPHEN = /[\u2010\u2011]/g;

/** Letters that PDFs join: ﬁ. */
const LIGATURE = /[\uFB00-\uFB06]/g;

/**
 * PowerPoint's line break and the end of a page. Each reader makes them what a text has there: in a raw file, a
 * line break would end a JSON string.
 */
export const SOFT_BREAK = /[\v\f]/g;

/** Word's bullets, at the start of a line: characters of its own fonts too, which others show as boxes. */
export const WORD_BULLET = /^( *)(?:[•·▪◦●‣\uF020-\uF0FF]|[o§](?=\t))\s*/gm;

export const TASK_BOX = /^([ \t>]*(?:[-*]|\d+[.)])[ \t]+)\[[ x]\][ \t]+/gim;

/**
 * Composes accents, removes invisible characters, makes whitespace, hyphens and ligatures plain and line breaks LF,
 * and unwraps links.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(LIGATURE, (joined) => joined.normalize('NFKC'))
    .replace(SPACE, ' ')
    .replace(HYPHEN, '-')
    .replace(INVISIBLE, '')
    .replace(REDIRECT_WRAPPER, unwrapLink);
}

const { unescapeAll } = new MarkdownParser().utils;

/** Turns HTML's entities into characters, as Markdown does. */
function decodeEntities(text: string): string {
  const decoded = text.replace(/&#?\w+;/g, (entity) => unescapeAll(entity));
  return decoded === text ? text : decodeEntities(decoded);
}

export function cleanLine(text: string): string {
  return cleanText(decodeEntities(text)).replace(/\s+/g, ' ').trim();
}

export function cleanParagraph(text: string): string {
  return cleanText(decodeEntities(text)).replace(SOFT_BREAK, '\n').trim();
}

/** Cleans a number and restores the hyphens that Word turned into dashes. */
export function cleanNumber(text: string): string {
  return cleanLine(text).replace(/\p{Dash}/gu, '-');
}
