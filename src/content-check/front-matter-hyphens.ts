/** Finds the line of three hyphens that a front matter lacks, above or below its fields. */
import { EMPTY_FILE, quote, quoteLine } from './sentences.ts';
import type { SyntaxMistake } from './source-file.ts';

const FIRST_LINE = /^\uFEFF?---[ \t]*\r?$/;
/** What somebody may have meant by three hyphens: Word makes one dash of them. */
const NEARLY_HYPHENS = /^ {0,2}(?:[-–—]{2,}.*|[–—*_=]+\s*)$/u;
/** What may belong to the fields: a name and its colon, what is set in, items, comments. */
const OF_FIELDS = /^(?:[a-z]\w*\s*:|[ \t]|-(?:\s|$)|#[^#]|\s*$)/;

/** @param text of a file whose fields do not stand between two lines of three hyphens */
export function mistakeInHyphens(text: string): SyntaxMistake {
  const [first = '', ...rest] = text.split('\n');
  if (!FIRST_LINE.test(first)) {
    const found = first.trim() === '' ? quoteLine(text, 1) : quote(first.trimEnd());
    return {
      line: 1,
      expected: 'um cabeçalho de campos entre duas linhas de três hífens (---)',
      found: text.trim() === '' ? EMPTY_FILE : `${found} no começo`,
    };
  }
  const end = rest.findIndex((line) => NEARLY_HYPHENS.test(line) || !OF_FIELDS.test(line));
  const expected = 'a segunda linha de três hífens (---), entre os campos e o texto';
  if (end === -1) {
    const line = text.trimEnd().split('\n').length;
    return { line, expected, found: 'o fim do arquivo sem ela' };
  }
  // The first line of hyphens counts too, so that lines are those of the file.
  const line = end + 2;
  const content = rest[end] ?? '';
  const found = NEARLY_HYPHENS.test(content)
    ? quote(content.trimEnd())
    : `o texto sem ela antes: ${quoteLine(text, line)}`;
  return { line, expected, found };
}
