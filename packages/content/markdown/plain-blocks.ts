import type { MarkdownIt, StateBlock } from 'markdown-it';

/** From this indent on, CommonMark sees code. */
const CODE_INDENT = 4;

const ITEM = /^(?:[-*]|\d+[.)])\s/;

/** Moves lines that are indented as code to the left, with the lines that belong to them. */
function unindent(state: StateBlock, start: number): false {
  const { src, bMarks, eMarks, tShift, sCount, blkIndent, lineMax } = state;
  let excess = 0;
  for (let line = start; line < lineMax; line += 1) {
    const [mark = 0, shift = 0, columns = 0] = [bMarks[line], tShift[line], sCount[line]];
    const text = src.slice(mark + shift, eMarks[line]);
    const indent = columns - blkIndent;
    const isOther = excess === 0 ? indent < CODE_INDENT && ITEM.test(text) : indent < excess;
    if (text === '' ? excess === 0 : isOther) break;
    if (text === '' || indent < CODE_INDENT) continue;
    excess ||= indent;
    const width = Math.min(excess, shift);
    [bMarks[line], tShift[line], sCount[line]] = [mark + width, shift - width, columns - excess];
  }
  return false;
}

/**
 * Indented pastes and fenced code are text. Tables lose their alignment, for which HTML has no valid attribute, and get
 * a box in which fingers and keys scroll them: no word has to break for a narrow screen.
 */
export function plainBlocks(md: MarkdownIt): void {
  md.block.ruler.at('code', unindent);
  const { rules } = md.renderer;
  rules['fence'] = (tokens, index) => {
    const lines = tokens[index]?.content.trimEnd().split('\n') ?? [];
    return `<p>${lines.map(md.utils.escapeHtml).join('<br>\n')}</p>\n`;
  };
  rules['table_open'] = () => '<div role="group" aria-label="Tabela" tabindex="0">\n<table>\n';
  rules['table_close'] = () => '</table>\n</div>\n';
  rules['th_open'] = () => '<th>';
  rules['td_open'] = () => '<td>';
}
