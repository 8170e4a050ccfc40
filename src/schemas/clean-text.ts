/** Repairs what a paste brings along, instead of telling people of characters that they cannot see. */

/** Spaces of every kind, and separators that are no line breaks to a person. */
const SPACE = /[\p{Separator}\u0085]/gu;

/**
 * Control characters, halves of an emoji, soft hyphens, marks of text direction. The joiner U+200D
 * stays: it holds emoji together.
 */
const INVISIBLE =
  /(?![\t\n])[\p{Control}\p{Surrogate}\u00AD\u200B\u200C\u200E\u200F\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Word's hyphens that no line ends at, and the hyphen of typesetters: both look like the plain one. */
const HYPHEN = /[\u2010\u2011]/g;

/** The text as it reads: without invisible characters, its spaces and hyphens plain, its line breaks LF. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(SPACE, ' ')
    .replace(HYPHEN, '-')
    .replace(INVISIBLE, '');
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** The same with its line breaks. */
export function cleanParagraph(text: string): string {
  return cleanText(text).trim();
}

/** A number with its hyphens, which Word turns into dashes. */
export function cleanNumber(text: string): string {
  return cleanLine(text).replace(/\p{Dash}/gu, '-');
}
