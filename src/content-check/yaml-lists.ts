/** Lists whose items lack their hyphen: Word writes another sign there, and some people none. */

export const WITH_HYPHEN = 'cada item da lista começando com hífen e espaço: “- item”';

const ITEM = /^ *-(?: |$)/;
/** What stands for a hyphen elsewhere: in Word, in Markdown, in a numbered list. */
const BULLET = /^ *(?:[-–—•·*+]|\d+[.)])/;
/** Names of fields are English words, texts of items hardly ever begin with a small letter. */
const FIELD = /^ *[a-z][A-Za-z]*:(?: |$)/;
const FIELD_WITHOUT_VALUE = /^ *[^ -].*: *$/;
/** No part of the list, wherever it stands. */
const BLANK_OR_COMMENT = /^\s*(?:#|$)/;

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** The lines next to one, from the nearest on, as far as they are set in at least as much. */
function neighbours(lines: string[], index: number, step: 1 | -1): string[] {
  const depth = indentOf(lines[index] ?? '');
  const rest = step === 1 ? lines.slice(index + 1) : lines.slice(0, index).reverse();
  const texts = rest.filter((line) => !BLANK_OR_COMMENT.test(line));
  const end = texts.findIndex((line) => indentOf(line) < depth);
  return (end === -1 ? texts : texts.slice(0, end)).filter((line) => indentOf(line) === depth);
}

function lacksHyphen(lines: string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (BLANK_OR_COMMENT.test(line) || ITEM.test(line) || FIELD.test(line)) return false;
  const above = neighbours(lines, index, -1);
  const siblings = [...above, ...neighbours(lines, index, 1)];
  // Beside the fields of its group, an item looks like a field without colon.
  const isSetIn = !siblings.some((sibling) => FIELD.test(sibling));
  const hasItems = siblings.some((sibling) => ITEM.test(sibling));
  if (hasItems) return isSetIn || BULLET.test(line);
  const before = lines.slice(0, index).findLast((text) => !BLANK_OR_COMMENT.test(text)) ?? '';
  const isFirst = FIELD_WITHOUT_VALUE.test(before) && indentOf(before) < indentOf(line);
  return BULLET.test(line) && (isFirst || above.every((sibling) => BULLET.test(sibling)));
}

/**
 * The line of an item without its hyphen that makes a parser stumble.
 *
 * @param line where it stumbles, 1 first: there, or at the item behind
 */
export function lineWithoutHyphen(source: string, line: number): number | undefined {
  const lines = source.split(/\r?\n/);
  const index = line - 1;
  if (lacksHyphen(lines, index)) return line;
  const isItem = ITEM.test(lines[index] ?? '');
  return isItem && index > 0 && lacksHyphen(lines, index - 1) ? line - 1 : undefined;
}

/** Whether a line is an item that no colon could have turned into something else. */
export function isPlainItem(source: string, line: number): boolean {
  const text = source.split(/\r?\n/)[line - 1] ?? '';
  return ITEM.test(text) && !text.includes(':');
}
