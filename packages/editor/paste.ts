/** Reads pasted text as its source meant it. */
import { WORD_BULLET } from '@site/content/clean-text';
import { completeLink, kindOfLink } from '@site/content/markdown/links';
import { repairMarkdown } from '@site/content/source';

/** Elements that carry formatting, the inline styles of Google Docs, and Word's lists. */
const FORMATTED =
  'b, strong, i, em, s, del, strike, sub, sup, a[href], ul, ol, table, h1, h2, h3, h4, h5, h6, blockquote, [style*="font-weight:7"], [style*="italic"], [style*="line-through"], [style*="vertical-align:su"], [style*="mso-list:l"]';

/** Lines that belong to adjacent lines of the same kind: items, quotes, rows. */
const BLOCK = /^\s*(?:[-*]\s|[>|]|\d+[.)]\s)/;

const MARKUP = /[*_|~`[]|^\s*(?:#{1,6}\s|[->]\s|\d+[.)]\s)/m;

const hasMarkup = (text: string): boolean => MARKUP.test(text) || text.search(WORD_BULLET) !== -1;

/** “> 10 anos” says “more than”, unless other lines of a quote surround it. Without the space, it is text. */
const MORE_THAN = /(?<!^[ \t]*>.*\n)^([ \t]*>) (?=\d+(?:[.,]\d+)*%? \p{L})(?!.*\n[ \t]*>)/gmu;

/** Bold and struck text as WhatsApp writes them, around whole words. */
const WHATSAPP = /(?<![\w*~\\])([*~])(?=[^\s*~])([^*~\n]*[^\s*~\\])\1(?![\w*~])/gu;

/**
 * Returns Markdown for plain text, as copied from WhatsApp, from ChatGPT or from a file. If the text has
 * bold with two asterisks, it is Markdown, and one asterisk means italics; otherwise one means bold, as
 * in WhatsApp.
 *
 * @param page the formatted version, if the clipboard has one
 * @returns undefined if the formatted version is better, or the text has no notation
 */
export function pastedMarkdown(text: string, page?: ParentNode): string | undefined {
  if (page?.querySelector(FORMATTED) || !hasMarkup(text)) return undefined;
  const isMarkdown = text.includes('**');
  const lines = repairMarkdown(text.replace(/\r\n?/g, '\n').replace(MORE_THAN, '$1'))
    .split('\n')
    .map((line) => (isMarkdown ? line : line.replace(WHATSAPP, '$1$1$2$1$1')));
  // Each line of a chat is a paragraph; lines of a list or a table stay together.
  const joined = lines.reduce((all, line, index) => {
    const previous = lines[index - 1] ?? '';
    const belongs = BLOCK.test(line) && BLOCK.test(previous);
    return index === 0 ? line : `${all}${belongs ? '\n' : '\n\n'}${line}`;
  }, '');
  // A year may begin a paragraph only now.
  return repairMarkdown(joined);
}

/** WhatsApp's and Google's pages show an emoji as a picture with the character as alternative text. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Presentation}|.\uFE0F?\u20E3)/u;

/**
 * Removes pictures, which belong to other sites.
 *
 * @returns whether somebody would miss one: not an emoji, which stays as a character, nor a checklist's box
 */
export function removePictures(page: ParentNode): boolean {
  const pictures = Array.from(page.querySelectorAll('img, svg, input'));
  const missed = pictures.filter((picture) => {
    const text = picture.getAttribute('alt') ?? '';
    const isEmoji = EMOJI.test(text);
    const isBox = picture.closest('input, [aria-checked]') !== null;
    picture.replaceWith(isEmoji ? text : '');
    return !isEmoji && !isBox;
  });
  for (const item of page.querySelectorAll('[aria-checked], .task-list-item')) {
    item.removeAttribute('aria-checked');
    item.removeAttribute('class');
  }
  return missed.length > 0;
}

/** Whether a text beside pictures only says where they are from, or what their files are called. */
export const namesPicture = (text: string, files: FileList): boolean =>
  text
    .trim()
    .split(/[\r\n]+/)
    .every(
      (line) =>
        /^(?:https?|data|file|blob):\S*$/i.test(line) ||
        Array.from(files).some(({ name }) => line.replace(/^.*[\\/]/, '') === name),
    );

function rename(element: Element, name: string): HTMLElement {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** None, a character that is no letter, or the “o” of the second level. */
const BULLET = /^(?:[^\p{Letter}\p{Number}]?|o)$/u;

/** Word writes a list as paragraphs, each with its level and its marker. */
function joinWordLists(page: ParentNode): void {
  /** The open list of each level. */
  let lists: HTMLElement[] = [];
  for (const paragraph of page.querySelectorAll('p[style*="mso-list:l"]')) {
    const level = Number(/level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1);
    const marker = paragraph.querySelector('[style*="mso-list:Ignore"]');
    const sign = marker?.textContent.trim() ?? '';
    const [, start] = /^(\d{1,3})[.)]$/.exec(sign) ?? [];
    const name = start === undefined ? 'ul' : 'ol';
    // Markdown has no lists with a), I. or 1.1.: they stay as they are.
    if (name === 'ul' && !BULLET.test(sign)) {
      marker?.replaceWith(`${sign} `);
      continue;
    }
    marker?.remove();
    if (paragraph.previousElementSibling !== lists[0]) lists = [];
    lists = lists.slice(0, lists[level - 1]?.localName === name ? level : level - 1);
    while (lists.length < level) {
      const list = document.createElement(name);
      const parent = lists.at(-1);
      if (parent) (parent.lastElementChild ?? parent).append(list);
      else paragraph.before(list);
      lists.push(list);
    }
    const item = rename(paragraph, 'li');
    if (start !== undefined) item.setAttribute('value', start);
    lists.at(-1)?.append(item);
  }
}

const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];

/** LibreOffice numbers by an attribute of the list, Google Docs by a style of each item. */
function signOf(item: HTMLElement, { type, style }: HTMLOListElement, number: number): string {
  const kind = `${type} ${style.listStyleType} ${item.style.listStyleType}`;
  const roman = `${'x'.repeat(number / 10)}${ROMAN[number % 10] ?? ''}.`;
  const figures = /^i |roman/i.test(kind) ? roman : `${number}.`;
  const sign = /^a |alpha|latin/i.test(kind) ? `${(number + 9).toString(36)})` : figures;
  return /^[AI] |upper/.test(kind) ? sign.toUpperCase() : sign;
}

/** Makes a list text that Markdown would number in another way: with letters, with Roman figures, or not one by one. */
function keepNumbers(page: ParentNode): void {
  const lists = Array.from(page.querySelectorAll('ol, ul'));
  const signs = new Map<Element, string>();
  const texts = new Set<Element | undefined>();
  for (const list of page.querySelectorAll('ol')) {
    const items = Array.from(list.querySelectorAll<HTMLLIElement>(':scope > li'));
    list.start = Number(items[0]?.getAttribute('value') ?? list.start);
    let number = list.start;
    for (const [index, item] of items.entries()) {
      number = Number(item.getAttribute('value') ?? number);
      const sign = signOf(item, list, number);
      signs.set(item, sign);
      if (sign !== `${list.start + index}.`) texts.add(lists.find((outer) => outer.contains(list)));
      number += 1;
    }
  }
  for (const list of lists.filter((it) => [...texts].some((text) => text?.contains(it)))) {
    for (const item of list.querySelectorAll(':scope > li')) {
      (item.querySelector(':scope > p') ?? item).prepend(`${signs.get(item) ?? '-'} `);
      rename(item, 'div');
    }
    rename(list, 'div');
  }
}

/** What HTML shows as a block; all else is inline, also what nobody knows. */
const BLOCKS =
  'address, article, aside, blockquote, br, caption, center, col, colgroup, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, li, main, menu, nav, ol, optgroup, option, p, pre, search, section, summary, table, tbody, td, tfoot, th, thead, tr, ul';

/** A part of the text's source: a footnote of Word, a heading of Google Docs. */
const SOURCE_PART = /#(?:_|h(?:eading)?[.=]|bookmark=)/;

/** Rewrites what Markdown has no notation for: small figures, pieces of headings, quotes, tables, links within a source. */
export function simplifyPage(page: HTMLElement): void {
  for (const link of page.querySelectorAll('a')) {
    const url = link.getAttribute('href') ?? '';
    const isDead = SOURCE_PART.test(url) || kindOfLink(completeLink(url)) === 'forbidden';
    if (isDead) link.replaceWith(...link.childNodes);
  }
  joinWordLists(page);
  keepNumbers(page);
  for (const struck of page.querySelectorAll('del, strike')) rename(struck, 's');
  for (const styled of page.querySelectorAll('[style*="line-through"]')) {
    const struck = document.createElement('s');
    struck.append(...styled.childNodes);
    styled.append(struck);
  }
  for (const small of page.querySelectorAll('sub, sup, [style*="vertical-align:su"]')) {
    const isLow = small.matches('sub, [style*="vertical-align:sub"]');
    const figures = isLow ? '₀₁₂₃₄₅₆₇₈₉' : '⁰¹²³⁴⁵⁶⁷⁸⁹';
    const text = small.textContent.replace(/\d/g, (figure) => figures[Number(figure)] ?? figure);
    small.replaceWith(isLow ? text : text.replace(/^o$/, 'º').replace(/^a$/, 'ª'));
  }
  for (const lineBreak of page.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) br')) {
    lineBreak.replaceWith(' ');
  }
  // In a quote, the library would write paragraphs as one.
  for (const block of page.querySelectorAll('blockquote :is(p, div, ul, ol, li)')) {
    const gap = () => [document.createElement('br'), document.createElement('br')];
    const [before, after] = [block.previousSibling, block.nextSibling].map((it) =>
      /\S/.test(it?.textContent ?? ''),
    );
    if (before) block.before(...gap());
    if (after || block.matches(':not(:last-child, :has(+ br))')) block.after(...gap());
    block.replaceWith(...block.childNodes);
  }
  for (const table of page.querySelectorAll('table')) simplifyTable(table);
  // The library drops spaces beside what it does not know as inline, and joins the words of blocks that it does not know.
  for (const inline of page.querySelectorAll<HTMLElement>(`:not(${BLOCKS})`)) {
    inline.style.display ||= 'inline';
  }
  for (const block of page.querySelectorAll('center, details, summary')) rename(block, 'div');
}

/** Puts empty cells where one reaches over several columns or rows. */
function splitCell(cell: HTMLTableCellElement, rowsBelow: HTMLTableRowElement[]): void {
  const { cellIndex, colSpan, rowSpan } = cell;
  for (const row of rowsBelow.slice(0, rowSpan - 1)) {
    for (let column = 0; column < colSpan; column += 1)
      row.insertCell(Math.min(cellIndex, row.cells.length));
  }
  for (let column = 1; column < colSpan; column += 1) cell.after(document.createElement('td'));
  for (const name of ['colspan', 'rowspan']) cell.removeAttribute(name);
}

/** Fits a table to Markdown: a header row, and cells of one line. One column is no table. */
function simplifyTable(table: HTMLTableElement): void {
  const rows = Array.from(table.rows);
  if (rows.every(({ cells }) => cells.length < 2 && (cells[0]?.colSpan ?? 1) < 2)) {
    table.replaceWith(
      ...rows.flatMap(({ cells }) => Array.from(cells, (cell) => rename(cell, 'div'))),
    );
    return;
  }
  rows.forEach((row, index) => {
    for (const cell of row.cells) splitCell(cell, rows.slice(index + 1));
    for (const cell of Array.from(row.cells)) {
      for (const block of cell.querySelectorAll('p, div, br, li')) block.before(' ');
      for (const block of cell.querySelectorAll('p, div, ul, ol, li')) {
        block.replaceWith(...block.childNodes);
      }
      for (const lineBreak of cell.querySelectorAll('br')) lineBreak.remove();
      cell.innerHTML = cell.innerHTML.replace(/\s+/g, ' ').trim();
      rename(cell, index === 0 ? 'th' : 'td');
    }
  });
}
