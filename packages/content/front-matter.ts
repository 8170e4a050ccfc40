import { isAlias, isNode, isScalar, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, SchemaOptions } from 'yaml';
import { isGroup, issueAt, lineAt, type ParsedFields, type Path } from './issue.ts';

/** How to fix what the parser stumbles over, by its name for the error. */
const EXPECTED: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: 'duas barras invertidas (\\\\) onde o texto tem uma',
  BAD_INDENT: 'o mesmo recuo das linhas vizinhas e, antes de cada item de lista, hífen e espaço',
  BAD_SCALAR_START: 'aspas (") em volta de um texto que começa com este caractere',
  BLOCK_AS_IMPLICIT_KEY: 'aspas (") em volta de um texto com dois-pontos, e o recuo dos vizinhos',
  DUPLICATE_KEY: 'cada campo uma vez só',
  MISSING_CHAR: 'o que falta aqui: aspas, dois-pontos ou colchete',
  MULTILINE_IMPLICIT_KEY: 'um campo por linha, com dois-pontos depois do nome',
  TAB_AS_INDENT: 'espaços no começo da linha em vez de tabulação',
  UNEXPECTED_TOKEN: 'aspas (") só em volta do texto inteiro; dentro dele, use aspas curvas: “ ”',
};
const IN_GENERAL = 'um campo por linha, com dois-pontos, e aspas em volta de cada texto';
const ALIAS = 'aspas (") em volta de um texto que começa com & ou *';
const CUT = 'aspas (") em volta de um texto com #; uma anotação fica numa linha só dela';

/** Keeps values as they were typed: “1.500” may be a price, “2026-12-24” a text. */
export const AS_TYPED: SchemaOptions = { schema: 'failsafe', customTags: ['bool', 'null'] };

/** Start of an error. The parser notices an unclosed quote only at the end of the file. */
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

/** True for a text without quotes that a comment follows: its author may have meant the # as part of it. */
function isCut(node: unknown): boolean {
  const isText = isScalar(node) && node.type === 'PLAIN' && !/^[\d.]*$/.test(String(node.value));
  return isText && node.comment != null;
}

/** The parser's errors, then what it would drop silently. */
function errorsIn(document: Document): [offset: number, expected: string][] {
  const { errors, warnings } = document;
  const found = [...errors, ...warnings].map(({ code, pos }): [number, string] => [
    startOf(code, pos[0], document),
    EXPECTED[code] ?? IN_GENERAL,
  ]);
  // One mistake causes further errors: only the first is reliable.
  if (errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return found.slice(0, 1);
  visit(document, {
    Node(_key, node) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || node.anchor !== undefined) found.push([offset, ALIAS]);
      else if (isCut(node)) found.push([offset, CUT]);
    },
  });
  return found;
}

/** @param yaml whose line numbers match the file's */
export function parseFrontMatter(yaml: string): ParsedFields {
  // Warnings are reported as issues, not in the terminal.
  const document = parseDocument(yaml, { ...AS_TYPED, prettyErrors: false, logLevel: 'error' });
  const issues = errorsIn(document).map(([offset, expected]) => issueAt(yaml, offset, expected));
  if (issues.length > 0) return { issues };
  const lineOf = (path: Path): number | undefined => {
    const node = document.getIn(path, true);
    return isNode(node) && node.range ? lineAt(yaml, node.range[0]) : undefined;
  };
  const data: unknown = document.toJS() ?? {};
  return isGroup(data) ? { data, issues, lineOf } : { issues: [issueAt(yaml, 1, IN_GENERAL)] };
}
