import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { isGroup, issueAt, lineAt, type ParsedFields, type Path } from './issue.ts';

/** How to fix what the parser stumbles over, by its name for the error. */
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

/** Fields whose name their group has already: the parser would keep only the last. */
function repeatedFields({ type, children = [] }: Node): Node[] {
  const names = children.map((child) => child.children?.[0]?.value as unknown);
  const repeated = children.filter((_, index) => names.indexOf(names[index]) < index);
  return [...(type === 'object' ? repeated : []), ...children.flatMap(repeatedFields)];
}

function findError(text: string, root: Node | undefined, errors: ParseError[]) {
  if (root?.type !== 'object')
    return issueAt(text, 0, 'campos entre chaves: { no começo e } no fim');
  // One mistake causes further errors: only the first is reliable.
  const [error] = errors;
  if (error) {
    const name = printParseErrorCode(error.error);
    const { offset } = error;
    const position = MISSING.includes(name) ? text.slice(0, offset).trimEnd().length : offset;
    return issueAt(text, position, EXPECTED[name] ?? IN_GENERAL);
  }
  const [repeated] = repeatedFields(root);
  return repeated && issueAt(text, repeated.offset, ONCE);
}

/** Reads JSON as people write it: trailing commas and comments are fine. */
export function parseJson(text: string): ParsedFields {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  // The parser's objects lack the prototype that libraries expect.
  const data: unknown = root && structuredClone(getNodeValue(root));
  const issue = findError(text, root, errors);
  if (!root || !isGroup(data) || issue) return { issues: issue ? [issue] : [] };
  const lineOf = (path: Path): number | undefined => {
    const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
    const node = findNodeAtLocation(root, keys);
    return node && lineAt(text, node.offset);
  };
  return { data, issues: [], lineOf };
}
