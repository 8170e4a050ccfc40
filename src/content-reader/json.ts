import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import {
  lineAt,
  quoteLine,
  unreadable,
  type Issue,
  type ParsedFields,
  type Path,
} from './issue.ts';

/** What to write where the parser fails, by its name for the error. */
const EXPECTED: Record<string, string> = {
  CommaExpected: 'uma vírgula entre este valor e o próximo',
  CloseBraceExpected: 'a chave que fecha o grupo: }',
  CloseBracketExpected: 'o colchete que fecha a lista: ]',
  ColonExpected: 'dois-pontos entre o nome do campo e o valor',
  EndOfFileExpected: 'nada depois da chave que fecha o arquivo',
  InvalidEscapeCharacter: 'duas barras invertidas (\\\\) onde o texto tem uma',
  InvalidSymbol:
    'aspas (") em volta do texto inteiro, e aspas curvas (“ ”) dentro dele; true ou false, se for sim ou não',
  PropertyNameExpected: 'o nome de um campo, entre aspas (")',
  UnexpectedEndOfString: 'aspas (") no começo e no fim do texto, na mesma linha',
  ValueExpected: 'um valor: texto entre aspas, número, true ou false',
};
const IN_GENERAL = 'um campo por linha, com aspas em volta do nome e vírgula no fim';
const ONCE = 'cada campo uma vez só';

/** Reported at the next token, but fixed after the previous one. */
const MISSING = ['CommaExpected', 'CloseBraceExpected', 'CloseBracketExpected'];

function describeError(text: string, { error, offset }: ParseError): Issue {
  const name = printParseErrorCode(error);
  const end = MISSING.includes(name) ? text.slice(0, offset).trimEnd().length : offset;
  const line = lineAt(text, end);
  return { line, expected: EXPECTED[name] ?? IN_GENERAL, found: quoteLine(text, line) };
}

/** Fields that appear twice in a group. The parser would keep the last. */
function repeatedFields({ type, children = [] }: Node): Node[] {
  const names = children.map((child) => child.children?.[0]?.value as unknown);
  const repeated = children.filter((_, index) => names.indexOf(names[index]) < index);
  return [...(type === 'object' ? repeated : []), ...children.flatMap(repeatedFields)];
}

/** Reads JSON as people write it: trailing commas and comments are fine. */
export function parseJson(text: string): ParsedFields {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type !== 'object') {
    const expected = 'campos entre chaves: { no começo e } no fim';
    return unreadable({ line: 1, expected, found: quoteLine(text, 1) });
  }
  // One mistake causes further errors: only the first is reliable.
  const [error] = errors;
  if (error) return unreadable(describeError(text, error));
  const [repeated] = repeatedFields(root);
  if (repeated) {
    const line = lineAt(text, repeated.offset);
    return unreadable({ line, expected: ONCE, found: quoteLine(text, line) });
  }
  // The parser's objects lack the prototype that libraries expect.
  const data = structuredClone(getNodeValue(root) as Record<string, unknown>);
  // Names the schema with which some text editors complete the file.
  delete data['$schema'];
  const lineOf = (path: Path): number => {
    const node = findNodeAtLocation(root, path as (string | number)[]);
    if (node) return lineAt(text, node.offset);
    return path.length === 0 ? 1 : lineOf(path.slice(0, -1));
  };
  return { data, issues: [], lineOf };
}
