/** Reads pasted text as its source meant it. */
import { withListItems } from '../content/source.ts';

/** Elements that carry formatting, and the inline styles of Google Docs. */
const FORMATTED =
  'b, strong, i, em, a[href], ul, ol, table, h1, h2, h3, h4, h5, h6, blockquote, [style*="font-weight:7"], [style*="italic"]';

/** Lines that belong to adjacent lines of the same kind: items, quotes, rows. */
const BLOCK = /^\s*(?:[-*+]\s|[>|]|\d+[.)]\s)/;

const MARKUP = /[*_|~`[]|^\s*(?:#{1,6}\s|[-+•·▪◦●>]\s|\d+[.)]\s)/m;

/** Bold as WhatsApp writes it, around whole words. */
const WHATSAPP_BOLD = /(?<![\w*\\])\*(?=[^\s*])([^*\n]*[^\s*\\])\*(?![\w*])/gu;

/**
 * Returns Markdown for plain text, as copied from WhatsApp, from ChatGPT or from a file. If the text has
 * bold with two asterisks, it is Markdown, and one asterisk means italics; otherwise one means bold, as
 * in WhatsApp.
 *
 * @param page the formatted version, if the clipboard has one
 * @returns undefined if the formatted version is better, or the text has no notation
 */
export function pastedMarkdown(text: string, page?: ParentNode): string | undefined {
  if (page?.querySelector(FORMATTED) || !MARKUP.test(text)) return undefined;
  const isMarkdown = text.includes('**');
  const lines = withListItems(text.replace(/\r\n?/g, '\n'))
    .split('\n')
    .map((line) => (isMarkdown ? line : line.replace(WHATSAPP_BOLD, '**$1**')));
  // Each line of a chat is a paragraph; lines of a list or a table stay together.
  return lines.reduce((joined, line, index) => {
    const previous = lines[index - 1] ?? '';
    const belongs = BLOCK.test(line) && BLOCK.test(previous);
    return index === 0 ? line : `${joined}${belongs ? '\n' : '\n\n'}${line}`;
  }, '');
}

/** Fits tables to Markdown: a header row, and cells of one line. */
export function simplifyTables(page: HTMLElement): void {
  for (const table of page.querySelectorAll('table')) {
    Array.from(table.rows).forEach((row, index) => {
      for (const cell of Array.from(row.cells)) {
        const wanted = document.createElement(index === 0 ? 'th' : 'td');
        for (const block of cell.querySelectorAll('p, div, br, li')) block.before(' ');
        for (const block of cell.querySelectorAll('p, div, ul, ol, li')) {
          block.replaceWith(...block.childNodes);
        }
        for (const lineBreak of cell.querySelectorAll('br')) lineBreak.remove();
        // In Markdown, a pipe would end the cell.
        wanted.innerHTML = cell.innerHTML.replaceAll('|', '/').replace(/\s+/g, ' ').trim();
        cell.replaceWith(wanted);
      }
    });
  }
}
