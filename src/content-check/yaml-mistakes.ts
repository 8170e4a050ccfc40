/** Says what is wrong with front matter as YAML, in words for somebody who never heard of YAML. */
import { visit, type Document, type LineCounter, type YAMLError } from 'yaml';
import { foreignBlanksInYaml } from './foreign-blanks.ts';
import { quoteLine } from './sentences.ts';
import type { SyntaxMistake } from './source-file.ts';
import { isPlainItem, lineWithoutHyphen, WITH_HYPHEN } from './yaml-lists.ts';
import { mistakeInQuotes } from './yaml-quotes.ts';
import { signMistakes } from './yaml-signs.ts';

/** What each mistake that people make in YAML lacks, by the parser's name for it. */
const EXPECTED: Partial<Record<YAMLError['code'], string>> = {
  BAD_DQ_ESCAPE: 'duas barras invertidas (\\\\) onde o texto tem uma',
  BAD_INDENT: 'o mesmo recuo dos outros campos do grupo',
  BAD_SCALAR_START: 'aspas em volta de um texto que começa com este sinal',
  BLOCK_AS_IMPLICIT_KEY: 'aspas em volta de um texto que tem dois-pontos',
  BLOCK_IN_FLOW: 'o item numa linha só, entre os colchetes',
  DUPLICATE_KEY: 'cada campo uma vez só',
  MISSING_CHAR: 'aspas, colchete ou chave também no fim',
  MULTILINE_IMPLICIT_KEY: 'dois-pontos e um espaço depois do nome do campo',
  TAB_AS_INDENT: 'espaços no começo da linha em vez de tabulação',
  UNEXPECTED_TOKEN: 'aspas em volta de um texto com sinais especiais (: # [ ] { } , & * ! | > % @)',
};

const UNKNOWN_MISTAKE = 'um cabeçalho com um campo por linha, como “order: 1”';

/** Where a mistake begins. A quote that nobody closes is only missed at the end of the file. */
function startOf(error: YAMLError, document: Document): number {
  let start = error.pos[0];
  if (error.code !== 'MISSING_CHAR') return start;
  visit(document, {
    Scalar(_key, { type, range }) {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && range && range[0] < start && range[1] >= start) [start] = range;
    },
  });
  return start;
}

function expectedAt({ code }: YAMLError, source: string, line: number): string {
  const isAboutIndent = code === 'BAD_INDENT' || code === 'BLOCK_AS_IMPLICIT_KEY';
  if (isAboutIndent && isPlainItem(source, line)) return 'o mesmo recuo dos outros itens da lista';
  return EXPECTED[code] ?? UNKNOWN_MISTAKE;
}

function syntaxMistake(
  error: YAMLError,
  document: Document,
  lines: LineCounter,
  source: string,
): SyntaxMistake {
  const { line } = lines.linePos(startOf(error, document));
  const item = lineWithoutHyphen(source, line);
  if (item !== undefined) {
    return { line: item, expected: WITH_HYPHEN, found: quoteLine(source, item) };
  }
  const found = quoteLine(source, line, 'o fim do cabeçalho ou uma linha vazia');
  const inQuotes =
    error.code === 'UNEXPECTED_TOKEN'
      ? mistakeInQuotes(source.split('\n')[line - 1] ?? '')
      : undefined;
  return { line, expected: expectedAt(error, source, line), found, ...inQuotes };
}

/**
 * @param source the text that the document was read from
 * @returns mistakes, and whether the document's data means what was written where there is none
 */
export function yamlMistakes(
  document: Document,
  lines: LineCounter,
  source: string,
): { mistakes: SyntaxMistake[]; isReadable: boolean } {
  const errors = [...document.errors, ...document.warnings];
  const [firstError] = errors;
  const isWhole = firstError !== undefined && firstError.code !== 'DUPLICATE_KEY';
  const blanks = foreignBlanksInYaml(source);
  const isBlank = ({ line }: SyntaxMistake) => blanks.some((blank) => blank.line === line);
  const signs = [...blanks, ...signMistakes(source).filter((sign) => !isBlank(sign))].sort(
    (a, b) => a.line - b.line,
  );
  const [firstSign] = signs;
  if (!isWhole && !firstSign) {
    const mistakes = errors.map((error) => syntaxMistake(error, document, lines, source));
    return { mistakes, isReadable: true };
  }
  const error = firstError && syntaxMistake(firstError, document, lines, source);
  // One mistake makes the parser stumble again and again: only the first stumble is true.
  const isSignFirst = firstSign && (!error || firstSign.line <= error.line);
  return { mistakes: isSignFirst ? signs : error ? [error] : [], isReadable: false };
}
