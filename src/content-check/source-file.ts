/** Reads a content file into data, and knows on which line each field stands. */
import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';

export interface SourceFile {
  data: unknown;
  /** Syntax errors, each with the line it was found on (1 first). */
  syntaxErrors: { line: number; message: string }[];
  /** Line (1 first) of a field, or of its nearest ancestor that is there. */
  lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

const FRONT_MATTER = /^---\r?\n(?<yaml>[\s\S]*?)^---\s*$/m;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Reads a JSON file, or the front matter of a Markdown file. YAML's parser reads both: JSON is YAML. */
export function readSourceFile(path: string): SourceFile {
  const text = readFileSync(path, 'utf8').replace(BYTE_ORDER_MARK, '');
  const isMarkdown = path.endsWith('.md');
  const match = isMarkdown && text.startsWith('---') ? FRONT_MATTER.exec(text) : null;
  if (isMarkdown && !match) {
    const message = 'um cabeçalho entre duas linhas de três hífens (---)';
    return { data: undefined, syntaxErrors: [{ line: 1, message }], lineOf: () => 1 };
  }

  // The front matter keeps its place in the file, so that lines count from the file's first.
  const source = match?.groups?.['yaml'] === undefined ? text : `\n${match.groups['yaml']}`;
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const syntaxErrors = document.errors.map((error) => ({
    line: lines.linePos(error.pos[0]).line,
    message: error.message,
  }));

  function lineOf(path: readonly PropertyKey[]): number | undefined {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown =
        length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return undefined;
  }

  if (!isMarkdown && syntaxErrors.length === 0) {
    try {
      JSON.parse(text);
    } catch {
      // Valid YAML that is no JSON: a missing quote or a trailing comma, as people leave them.
      const message = 'JSON válido: aspas em todos os textos e nenhuma vírgula sobrando';
      return { data: undefined, syntaxErrors: [{ line: 1, message }], lineOf };
    }
  }
  return { data: syntaxErrors.length > 0 ? undefined : document.toJS(), syntaxErrors, lineOf };
}
