import jsonc, { type Node, type ParseError } from 'jsonc-parser';
import type { Path } from './problem.ts';
import { quoteLine } from './sentences.ts';
import { lineAt, type SourceFile, type SyntaxMistake } from './source-file.ts';

/** What each mistake that people make in JSON lacks, by the parser's name for it. */
const EXPECTED: Record<string, string> = {
  InvalidSymbol: 'um texto entre aspas retas (")',
  InvalidNumberFormat: 'um número escrito só com algarismos e, se for o caso, um ponto',
  PropertyNameExpected: 'o nome de um campo entre aspas, sem vírgula sobrando antes',
  ValueExpected: 'um valor depois dos dois-pontos, ou nenhuma vírgula sobrando no fim da lista',
  ColonExpected: 'dois-pontos (:) entre o nome do campo e o valor',
  CommaExpected: 'uma vírgula entre um item e o seguinte',
  CloseBraceExpected: 'uma chave fechada (}) no fim do grupo',
  CloseBracketExpected: 'um colchete fechado (]) no fim da lista',
  EndOfFileExpected: 'nada depois da última chave fechada (})',
  InvalidCommentToken: 'nenhum comentário: este tipo de arquivo não os aceita',
  UnexpectedEndOfString: 'aspas (") também no fim do texto, na mesma linha',
  InvalidUnicode: 'quatro algarismos ou letras de A a F depois de \\u',
  InvalidEscapeCharacter: 'duas barras invertidas (\\\\) onde o texto tem uma',
  InvalidCharacter: '\\n em vez de quebra de linha ou de tabulação dentro do texto',
};

const UNKNOWN_MISTAKE = 'JSON bem formado: aspas em todos os textos, uma vírgula entre os itens';

function syntaxMistake(text: string, { error, offset }: ParseError): SyntaxMistake {
  const line = lineAt(text, offset);
  return {
    line,
    expected: EXPECTED[jsonc.printParseErrorCode(error)] ?? UNKNOWN_MISTAKE,
    found: quoteLine(text, line, 'o fim do arquivo ou uma linha vazia'),
  };
}

/** Fields that stand twice in one group. JSON itself lets the last one win without a word. */
function duplicates(text: string, node: Node): SyntaxMistake[] {
  const children = node.children ?? [];
  const inside = children.flatMap((child) => duplicates(text, child));
  if (node.type !== 'object') return inside;
  const seen = new Set<string>();
  const here = children.flatMap(({ children: [key] = [] }) => {
    const name = String(key?.value);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const found = `“${name}” pela segunda vez`;
    return { line: lineAt(text, key?.offset ?? 0), expected: 'cada campo uma vez só', found };
  });
  return [...here, ...inside];
}

export function readJson(text: string): SourceFile {
  const errors: ParseError[] = [];
  const tree = jsonc.parseTree(text, errors, { disallowComments: true });
  // One missing quote makes the parser stumble again and again: only the first stumble is true.
  const [firstError] = errors;
  if (!tree || firstError) {
    const mistake = firstError
      ? syntaxMistake(text, firstError)
      : { line: 1, expected: 'um texto entre chaves ({ e })', found: 'um arquivo vazio' };
    return { data: undefined, mistakes: [mistake], lineOf: () => mistake.line };
  }

  function lineOf(path: Path): number | undefined {
    for (let length = path.length; length >= 0; length -= 1) {
      const segments = path
        .slice(0, length)
        .map((key) => (typeof key === 'number' ? key : String(key)));
      const node = tree && jsonc.findNodeAtLocation(tree, segments);
      const property = node?.parent?.type === 'property' ? node.parent : node;
      if (property) return lineAt(text, property.offset);
    }
    return undefined;
  }

  return { data: jsonc.getNodeValue(tree), mistakes: duplicates(text, tree), lineOf };
}
