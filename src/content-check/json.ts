import jsonc, { type Node, type ParseError } from 'jsonc-parser';
import { withoutSchemaKey } from '../schemas/schema-key.ts';
import { FOREIGN_BLANK, foreignBlankMistake } from './foreign-blanks.ts';
import type { Path } from './problem.ts';
import { EMPTY_FILE, quoteLine } from './sentences.ts';
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

const IN_BRACES = 'campos entre chaves: { no começo e } no fim do arquivo';
const UNKNOWN_MISTAKE = 'JSON bem formado: aspas em todos os textos, uma vírgula entre os itens';

/** A yes or a no as people write it who do not know how JSON wants it. */
const YES_OR_NO = /^(?:true|false|sim|n[ãa]o|yes|no)\b/iu;

function expectedAt(text: string, { error, offset }: ParseError): string {
  if (YES_OR_NO.test(text.slice(offset))) return 'true (sim) ou false (não), em minúsculas';
  // The parser has read the zero as a number and wonders about the rest.
  if (/:\s*-?0$/.test(text.slice(0, offset)) && /^\d/.test(text.slice(offset))) {
    return 'um número sem zeros na frente';
  }
  const whole = /:\s*(-?\d+),$/.exec(text.slice(0, offset))?.[1];
  const fraction = /^\d+/.exec(text.slice(offset))?.[0];
  if (whole !== undefined && fraction !== undefined) {
    return `um número inteiro, ou ponto em vez de vírgula: ${whole}.${fraction}`;
  }
  return EXPECTED[jsonc.printParseErrorCode(error)] ?? UNKNOWN_MISTAKE;
}

function syntaxMistake(text: string, mistake: ParseError): SyntaxMistake {
  const line = lineAt(text, mistake.offset);
  return {
    line,
    expected: expectedAt(text, mistake),
    found: quoteLine(text, line, 'o fim do arquivo ou uma linha vazia'),
  };
}

/** Where a blank stands between the fields that is none to JSON, -1 where there is none. */
function foreignBlank(text: string): number {
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, (literal) => '"'.repeat(literal.length))
    .search(FOREIGN_BLANK);
}

/** What is wrong with a file as a whole, before what is wrong within it. */
function wholeMistake(text: string): SyntaxMistake | undefined {
  if (text.startsWith('\uFEFF')) {
    const expected = 'um arquivo salvo como UTF-8 sem BOM';
    return { line: 1, expected, found: 'um sinal invisível (BOM) no começo do arquivo' };
  }
  const start = text.search(/\S/);
  if (start === -1) return { line: 1, expected: IN_BRACES, found: EMPTY_FILE };
  const line = lineAt(text, start);
  const isOpened = text.charAt(start) === '{' || text.charAt(start) === '/';
  return isOpened
    ? undefined
    : { line, expected: IN_BRACES, found: `${quoteLine(text, line)} no começo` };
}

/** A mistake that leaves nothing to read. */
function syntaxMistakeIn(text: string, [firstError]: ParseError[]): SyntaxMistake | undefined {
  const whole = wholeMistake(text);
  if (whole) return whole;
  // One missing quote makes the parser stumble again and again: only the first stumble is true.
  const blank = foreignBlank(text);
  const isBlankFirst = blank !== -1 && blank <= (firstError?.offset ?? blank);
  if (!isBlankFirst) return firstError && syntaxMistake(text, firstError);
  return foreignBlankMistake(text, lineAt(text, blank));
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
  const mistake = syntaxMistakeIn(text, errors);
  if (mistake) return { data: undefined, mistakes: [mistake], lineOf: () => mistake.line };

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

  return {
    data: withoutSchemaKey<unknown>(JSON.parse(text)),
    mistakes: tree ? duplicates(text, tree) : [],
    lineOf,
  };
}
