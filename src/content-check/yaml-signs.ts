/**
 * Signs at the edge of an unquoted text that YAML takes for itself: most swallow a part of what
 * somebody wrote without a word.
 */
import { CST, Lexer } from 'yaml';
import { quoteLine } from './sentences.ts';
import { lineAt, type SyntaxMistake } from './source-file.ts';
import { lineWithoutHyphen, WITH_HYPHEN } from './yaml-lists.ts';

interface Token {
  type: CST.TokenType | null;
  offset: number;
}

/** What YAML would do with a text that begins with one of its signs. */
const SIGNS: Partial<Record<CST.TokenType, Pick<SyntaxMistake, 'expected' | 'advice'>>> = {
  tag: {
    expected: 'aspas em volta de um texto que começa com !',
    advice: 'Sem aspas, a primeira palavra se perde.',
  },
  anchor: {
    expected: 'aspas em volta de um texto que começa com &',
    advice: 'Sem aspas, a primeira palavra se perde.',
  },
  alias: { expected: 'aspas em volta de um texto que começa com *' },
  comment: {
    expected: 'aspas em volta de um texto que tem #',
    advice: 'Sem aspas, o texto acaba no #. Um comentário fica numa linha só dele.',
  },
};

const BLANKS: (CST.TokenType | null)[] = ['byte-order-mark', 'doc-mode', 'space', 'newline'];

function tokensOf(yaml: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  for (const source of new Lexer().lex(yaml)) {
    const type = CST.tokenType(source);
    tokens.push({ type, offset });
    // Of these two the lexer tells only that they begin: they stand for no character.
    if (type !== 'doc-mode' && type !== 'scalar') offset += source.length;
  }
  return tokens;
}

/** How far a line is set in. */
function indentAt(yaml: string, offset: number): number {
  const start = yaml.lastIndexOf('\n', offset - 1) + 1;
  return /^ */.exec(yaml.slice(start))?.[0].length ?? 0;
}

/** A comment harms nobody on a line of its own, unless it stands where a text goes on. */
function isHarmless(yaml: string, comment: Token, before: Token | undefined): boolean {
  const isAlone = /^[ \t]*$/.test(
    yaml.slice(yaml.lastIndexOf('\n', comment.offset - 1) + 1, comment.offset),
  );
  if (!isAlone || !before) return isAlone;
  const isUnquoted = before.type === null;
  return !isUnquoted || indentAt(yaml, comment.offset) <= indentAt(yaml, before.offset);
}

/**
 * @param yaml with the line breaks that it has in its file, so that lines are those of the file
 * @returns one mistake a line at most
 */
export function signMistakes(yaml: string): SyntaxMistake[] {
  const mistakes = new Map<number, SyntaxMistake>();
  let before: Token | undefined;
  for (const token of tokensOf(yaml)) {
    const sign = token.type === null ? undefined : SIGNS[token.type];
    const isComment = token.type === 'comment';
    if (sign && !(isComment && isHarmless(yaml, token, before))) {
      const line = lineAt(yaml, token.offset);
      const found = quoteLine(yaml, line);
      const lacking = lineWithoutHyphen(yaml, line) === line ? { expected: WITH_HYPHEN } : sign;
      if (!mistakes.has(line)) mistakes.set(line, { line, ...lacking, found });
    }
    if (!isComment && !BLANKS.includes(token.type)) before = token;
  }
  return [...mistakes.values()];
}
