/** Reads front matter and JSON with one parser that knows lines: JSON is YAML too. */
import { isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, SchemaOptions } from 'yaml';
import { lineAt, quoteLine, type Issue, type Path } from './issue.ts';

export interface ContentFile {
  /** What the file says; undefined where it cannot be read. */
  data: unknown;
  /** Errors in how the file is written, whatever its fields should say. */
  issues: Issue[];
  /** Line of a field, or of its nearest ancestor that is there. */
  lineOf: (path: Path) => number | undefined;
  body?: MarkdownBody;
}

/** The Markdown below the front matter. */
export interface MarkdownBody {
  text: string;
  /** Line of the file that it begins on. */
  firstLine: number;
}

/** What is expected where the parser stumbles, by its name for the error. */
const EXPECTED: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: 'duas barras invertidas (\\\\) onde o texto tem uma',
  BAD_INDENT: 'o mesmo recuo das linhas vizinhas e, antes de cada item de lista, hífen e espaço',
  BAD_SCALAR_START: 'aspas (") em volta de um texto que começa com este caractere',
  BLOCK_AS_IMPLICIT_KEY: 'aspas (") em volta de um texto com dois-pontos, e o recuo dos vizinhos',
  DUPLICATE_KEY: 'cada campo uma vez só',
  MISSING_CHAR: 'o que falta aqui: aspas, vírgula, dois-pontos, colchete ou chave',
  MULTILINE_IMPLICIT_KEY: 'um campo por linha, com dois-pontos depois do nome',
  TAB_AS_INDENT: 'espaços no começo da linha em vez de tabulação',
  TAG_RESOLVE_FAILED: 'aspas (") em volta de cada texto; true ou false, se for sim ou não',
  UNEXPECTED_TOKEN: 'aspas (") só em volta do texto inteiro; dentro dele, use aspas curvas: “ ”',
};

const IN_GENERAL = 'um campo por linha, com dois-pontos, e aspas em volta de cada texto';
const ALIAS = 'aspas (") em volta de um texto que começa com & ou *';
const CUT = 'aspas (") em volta de um texto com #, ou um espaço depois dele na anotação';

const FRONT_MATTER = /^---[ \t]*\n(?<yaml>(?:[^]*?\n)?)---[ \t]*(?:\n|$)(?<body>[^]*)$/;

const WORD_BULLET = /^( *)[•·▪◦●]\s*/gm;

/** Every value is the text that was typed: “1.500” and “2026-12-24” may be a price. */
export const AS_TYPED: SchemaOptions = { schema: 'failsafe', customTags: ['bool', 'null'] };

/** Where a parser's error begins. A quote that nobody closes is only missed at the end of the file. */
function startOf(code: ErrorCode, end: number, document: Document): number {
  let start = end;
  visit(document, {
    Scalar(_key, { type, range }) {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (code === 'MISSING_CHAR' && isQuoted && range && range[1] >= end) [start] = range;
    },
  });
  return start;
}

/** What is wrong, each with its offset: the parser's errors, then what it would swallow silently. */
function errorsIn(document: Document): [offset: number, expected: string][] {
  const { errors, warnings } = document;
  const found = [...errors, ...warnings].map(({ code, pos }): [number, string] => [
    startOf(code, pos[0], document),
    EXPECTED[code] ?? IN_GENERAL,
  ]);
  // One error makes the parser stumble again and again: only the first is true.
  if (errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return found.slice(0, 1);
  visit(document, {
    Node(_key, node) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || node.anchor !== undefined) found.push([offset, ALIAS]);
      else if (node.comment?.startsWith(' ') === false) found.push([offset, CUT]);
    },
  });
  return found;
}

/** @param source in which lines are those of the file */
function parseFields(source: string, options: SchemaOptions): ContentFile {
  const lineCounter = new LineCounter();
  // Warnings are issues here, and nothing for the terminal.
  const shared = { lineCounter, prettyErrors: false, logLevel: 'error' } as const;
  const document = parseDocument(source, { ...options, ...shared });
  const issues = errorsIn(document).map(([offset, expected]): Issue => {
    const { line } = lineCounter.linePos(offset);
    return { line, expected, found: quoteLine(source, line) };
  });
  const lineOf = (path: Path): number => {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
    return path.length === 0 ? 1 : lineOf(path.slice(0, -1));
  };
  return { data: issues.length === 0 ? (document.toJS() ?? {}) : undefined, issues, lineOf };
}

export function unreadable(issue: Issue): ContentFile {
  return { data: undefined, issues: [issue], lineOf: () => issue.line };
}

function withoutBeginning(text: string, expected: string): ContentFile {
  return unreadable({ line: 1, expected, found: quoteLine(text, 1) });
}

/** @param text repaired by `cleanText` */
export function parseBody(text: string, firstLine = 1): MarkdownBody {
  return { text: text.replace(WORD_BULLET, '$1- '), firstLine };
}

/** @param text repaired by `cleanText` */
export function parseMarkdownFile(text: string): ContentFile {
  const { yaml, body } = FRONT_MATTER.exec(text)?.groups ?? {};
  if (yaml === undefined || body === undefined) {
    const expected = 'os campos no começo, entre duas linhas de três hífens (---)';
    return withoutBeginning(text, expected);
  }
  // The line of hyphens counts too, so that lines are those of the file.
  const fields = parseFields(`\n${yaml.replace(WORD_BULLET, '$1- ')}`, AS_TYPED);
  return { ...fields, body: parseBody(body, lineAt(text, text.length - body.length)) };
}

/** @param text repaired by `cleanText` */
export function parseJsonFile(text: string): ContentFile {
  const expected = 'campos entre chaves: { no começo e } no fim';
  if (!/^\s*\{/.test(text)) return withoutBeginning(text, expected);
  const file = parseFields(text, { schema: 'json' });
  // Some editors write here which schema completes the file.
  Reflect.deleteProperty(file.data ?? {}, '$schema');
  return file;
}
