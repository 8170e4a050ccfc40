/** Reads pasted text the way its source meant it. */

/** Elements that carry formatting, and the inline styles of Google Docs. */
const FORMATTED =
  'b, strong, i, em, a[href], ul, ol, table, h1, h2, h3, h4, h5, h6, blockquote, [style*="font-weight:7"], [style*="italic"]';

/** Lines that belong to their neighbours of the same kind: items, quotes, rows. */
const BLOCK = /^\s*(?:[-*+]\s|[>|]|\d+[.)]\s)/;

const MARKUP = /[*_|~`[]|^\s*(?:#{1,6}\s|[-+•·▪◦●>]\s|\d+[.)]\s)/m;

/** Bold as WhatsApp writes it, around whole words. */
const WHATSAPP_BOLD = /(?<![\w*\\])\*(?=[^\s*])([^*\n]*[^\s*\\])\*(?![\w*])/gu;

/**
 * Markdown for a text that was copied without its looks: from WhatsApp, from ChatGPT, from a file.
 * Where a text writes bold with two asterisks, it is Markdown, and one means italics; elsewhere, one
 * means bold, as in WhatsApp.
 *
 * @param page the same with its looks, if the clipboard has them
 * @returns undefined where the looks say what is meant, or the text has nothing to say beyond its letters
 */
export function pastedMarkdown(text: string, page?: ParentNode): string | undefined {
  if (page?.querySelector(FORMATTED) || !MARKUP.test(text)) return undefined;
  const isMarkdown = text.includes('**');
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/^( *)[•·▪◦●]\s*/gm, '$1- ')
    .split('\n')
    .map((line) => (isMarkdown ? line : line.replace(WHATSAPP_BOLD, '**$1**')));
  // A line of a chat is a line of its own; those of a list or a table belong together.
  return lines.reduce((joined, line, index) => {
    const previous = lines[index - 1] ?? '';
    const belongs = BLOCK.test(line) && BLOCK.test(previous);
    return index === 0 ? line : `${joined}${belongs ? '\n' : '\n\n'}${line}`;
  }, '');
}

/** Gives tables what Markdown asks of them: a first row of headings, and cells of one line. */
export function withFirstRowsAsHeadings(page: HTMLElement): void {
  for (const table of page.querySelectorAll('table')) {
    Array.from(table.rows).forEach((row, index) => {
      for (const cell of Array.from(row.cells)) {
        const wanted = document.createElement(index === 0 ? 'th' : 'td');
        for (const block of cell.querySelectorAll('p, div, br, li')) block.before(' ');
        for (const block of cell.querySelectorAll('p, div, ul, ol, li')) {
          block.replaceWith(...block.childNodes);
        }
        for (const lineBreak of cell.querySelectorAll('br')) lineBreak.remove();
        // It would end the cell.
        wanted.innerHTML = cell.innerHTML.replaceAll('|', '/').replace(/\s+/g, ' ').trim();
        cell.replaceWith(wanted);
      }
    });
  }
}
