/** Texts with quotes inside of quotes: YAML takes the second for the end. */
import { quote } from './sentences.ts';
import type { SyntaxMistake } from './source-file.ts';

const QUOTED_VALUE = /^\s*(?<before>(?:- +)?(?:[\w$-]+: +)?)(?<value>(?<sign>["']).*\S)\s*$/;
const LONGEST_ADVICE_CHARACTERS = 80;

/** The text without quotes around it, where those at its ends are no part of it. */
function textIn(value: string, sign: string): string {
  const inner = value.slice(1, -1);
  const next = inner.charAt(inner.indexOf(sign) + 1);
  // At the end of a word, the second quote ends what the first began: “"Saiba" e "veja"”.
  const isAround = value.endsWith(sign) && /[\p{Letter}\p{Number}]/u.test(next);
  return isAround ? inner : value;
}

/** The same text as YAML reads it whole. */
function quoted(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

function expectedAround(text: string): string {
  if (!text.includes("'")) return 'aspas simples (\') por fora de um texto que tem aspas (")';
  return quoted(text).startsWith('"')
    ? 'aspas duplas (") por fora de um texto que tem apóstrofo (\')'
    : "aspas simples (') por fora, e cada apóstrofo do texto duas vezes ('')";
}

/** What a line lacks whose value goes on behind its closing quote, or undefined on any other line. */
export function mistakeInQuotes(
  content: string,
): Pick<SyntaxMistake, 'expected' | 'advice'> | undefined {
  const { before = '', value, sign } = QUOTED_VALUE.exec(content)?.groups ?? {};
  if (value === undefined || sign === undefined) return undefined;
  const text = textIn(value, sign);
  const expected = expectedAround(text);
  const line = `${before}${quoted(text)}`;
  if (Array.from(line).length > LONGEST_ADVICE_CHARACTERS) return { expected };
  return { expected, advice: `Escreva assim: ${quote(line)}.` };
}
