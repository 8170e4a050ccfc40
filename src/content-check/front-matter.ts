import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type YAMLError,
} from 'yaml';
import type { Path } from './problem.ts';
import { quote } from './sentences.ts';
import type { SourceFile, SyntaxMistake } from './source-file.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n(?<yaml>[\s\S]*?)^---[ \t]*(?:\r?\n|$)(?<body>[\s\S]*)$/m;

/** What each mistake that people make in YAML lacks, by the parser's name for it. */
const EXPECTED: Partial<Record<YAMLError['code'], string>> = {
  BAD_ALIAS: 'aspas em volta de um texto que começa com * ou &',
  BAD_DQ_ESCAPE: 'duas barras invertidas (\\\\) onde o texto tem uma',
  BAD_INDENT: 'o mesmo recuo dos outros campos do grupo',
  BAD_SCALAR_START: 'aspas em volta de um texto que começa com este sinal',
  BLOCK_AS_IMPLICIT_KEY: 'aspas em volta de um texto que tem dois-pontos',
  BLOCK_IN_FLOW: 'o item numa linha só, entre os colchetes',
  DUPLICATE_KEY: 'cada campo uma vez só',
  MISSING_CHAR: 'aspas, colchete ou chave também no fim',
  MULTILINE_IMPLICIT_KEY: 'dois-pontos e um espaço depois do nome do campo',
  TAB_AS_INDENT: 'espaços no começo da linha em vez de tabulação',
  TAG_RESOLVE_FAILED: 'aspas em volta de um texto que começa com !',
  UNEXPECTED_TOKEN: 'aspas em volta de um texto com sinais especiais (: # [ ] { } , & * ! | > % @)',
};

const UNKNOWN_MISTAKE = 'um cabeçalho com um campo por linha, como “order: 1”';
const NO_FRONT_MATTER = 'um cabeçalho de campos entre duas linhas de três hífens (---)';

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

function syntaxMistake(
  error: YAMLError,
  document: Document,
  lines: LineCounter,
  source: string,
): SyntaxMistake {
  const { line } = lines.linePos(startOf(error, document));
  const text = source.split('\n')[line - 1]?.trim() ?? '';
  return {
    line,
    expected: EXPECTED[error.code] ?? UNKNOWN_MISTAKE,
    found: text === '' ? 'o fim do cabeçalho ou uma linha vazia' : quote(text),
  };
}

/** The first character of a field: of its name in a group, of its value in a list. */
function offsetOf(root: unknown, path: Path): number | undefined {
  let node = root;
  let offset = isNode(root) ? root.range?.[0] : undefined;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (!pair || !isNode(pair.key)) return undefined;
      offset = pair.key.range?.[0];
      node = pair.value;
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key];
      if (!isNode(node)) return undefined;
      offset = node.range?.[0];
    } else {
      return undefined;
    }
  }
  return offset;
}

/** Reads a Markdown file: the fields above, the text below. */
export function readFrontMatter(text: string): SourceFile {
  const { yaml, body } = FRONT_MATTER.exec(text)?.groups ?? {};
  if (yaml === undefined || body === undefined || !text.startsWith('---')) {
    const [firstLine = ''] = text.split('\n');
    const found = firstLine.trim() === '' ? 'outra coisa' : `${quote(firstLine.trim())} no começo`;
    const mistake = { line: 1, expected: NO_FRONT_MATTER, found };
    return { data: undefined, mistakes: [mistake], lineOf: () => 1 };
  }

  // The line of hyphens counts too, so that lines are those of the file.
  const source = `\n${yaml}`;
  const lines = new LineCounter();
  // Dates are dates to Astro's parser as well; without this tag they would pass for texts here.
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    customTags: ['timestamp'],
  });
  const [firstError] = document.errors;
  const lineOf = (path: Path): number | undefined => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsetOf(document.contents, path.slice(0, length));
      if (offset !== undefined) return lines.linePos(offset).line;
    }
    return 1;
  };
  const isWholeError = firstError !== undefined && firstError.code !== 'DUPLICATE_KEY';
  const errors = isWholeError ? [firstError] : document.errors;
  return {
    data: isWholeError ? undefined : (document.toJS() ?? {}),
    mistakes: errors.map((error) => syntaxMistake(error, document, lines, source)),
    lineOf,
    body: { text: body, firstLine: text.slice(0, text.length - body.length).split('\n').length },
  };
}
