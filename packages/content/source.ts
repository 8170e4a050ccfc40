/** Splits the text of a content file into its fields and its Markdown. */
import MarkdownParser, { type Token } from 'markdown-it';
import { cleanText, SOFT_BREAK, TASK_BOX, WORD_BULLET } from './clean-text.ts';
import { parseFrontMatter } from './front-matter.ts';
import { issueAt, lineAt, type ParsedFields } from './issue.ts';
import { parseJson } from './json.ts';
import { plainBlocks } from './markdown/plain-blocks.ts';

export interface MarkdownSource {
  text: string;
  /** Line of the file on which it begins. */
  firstLine: number;
}

interface Source extends ParsedFields {
  body?: MarkdownSource;
}

const FRONT_MATTER = /^---[ \t]*\n(?<yaml>(?:[^]*?\n)?)---[ \t]*(?:\n|$)(?<body>[^]*)$/;

const withListItems = (text: string): string => text.replace(WORD_BULLET, '$1- ');

/** What looks like syntax at the start of a line, and means itself: “+ de 500”, “# 1 em vendas”, “>10 anos”. */
const LITERAL =
  /^((?:[ \t>]|[-*][ \t])*)(?=\+(?:\s|$)|# 1[ºª]? \p{Ll}|>\d+(?:[.,]\d+)*%? \p{L})/gmu;

/** Where somebody signs, “______”, or writes a day, “__/__/____”; a pipe, at which the editor would end a cell; and code. */
const SIGNS =
  /(?<!\\)`[^`\n]+`|(?<!\\)\\\||(?<![\\_])(?:_{4,}|_{2,3}(?=\/)|(?<=\/)_{2,3}(?![\p{L}\d_]))/gu;

function keepSign(sign: string): string {
  if (sign.startsWith('`')) return sign;
  return sign === '\\|' ? '&#124;' : sign.replaceAll('_', '\\_');
}

const BLOCKS = new MarkdownParser().use(plainBlocks);
const FIRST_YEAR = 1000;

/**
 * The items of a list that are none: years, or all if their numbers do not count on, as “1., 3., 7.”, or would change
 * on the page, as “01.” and “49)”.
 */
function literalItems(items: Token[]): Token[] {
  const [first, ...others] = items.map(({ info }) => Number(info));
  const isOther = items.some(
    ({ info, markup }) => /^0\d/.test(info) || (markup === ')' && first !== 1),
  );
  const years = items.filter(({ info }) => Number(info) >= FIRST_YEAR);
  const isCounted = others.every((number, index) => number === Number(first) + index + 1);
  const isAllOnes = first === 1 && others.every((number) => number === 1);
  return !isOther && (years.length > 0 || isCounted || isAllOnes) ? years : items;
}

/** Keeps numbers as they are written: the page would count on from the first, and the editor after the next change. */
function escapeOddNumbers(text: string): string {
  const lists: Token[][] = [];
  const open: Token[][] = [];
  for (const token of BLOCKS.parse(text, {})) {
    if (token.type === 'ordered_list_open') lists.push((open[token.level + 1] = []));
    if (token.type === 'list_item_open' && token.info !== '') open[token.level]?.push(token);
  }
  const rows = lists.flatMap(literalItems).map(({ map }) => map?.[0]);
  const lines = text.split('\n');
  const kept = lines.map((line, row) =>
    rows.includes(row) ? line.replace(/(?<=\d)(?=[.)])/, '\\') : line,
  );
  return rows.length === 0 ? text : escapeOddNumbers(kept.join('\n'));
}

/** Makes Markdown mean what it looks like: bullets and tasks are items, a plus at the start of a line is a plus. */
export const repairMarkdown = (text: string): string =>
  escapeOddNumbers(
    withListItems(text.replace(SOFT_BREAK, '\n'))
      .replace(TASK_BOX, '$1')
      .replace(LITERAL, '$&\\')
      .replace(SIGNS, keepSign),
  );

/** @param text of the whole file, as it is on disk */
export function parseSource(text: string, extension: 'md' | 'json'): Source {
  const clean = cleanText(text);
  if (extension === 'json') return parseJson(clean.replace(SOFT_BREAK, ' '));
  const { yaml, body } = FRONT_MATTER.exec(clean)?.groups ?? {};
  if (yaml === undefined || body === undefined) {
    const expected = 'os campos no começo, entre duas linhas de três hifens (---)';
    return { issues: [issueAt(clean, 0, expected)] };
  }
  // An empty line in place of the hyphens keeps the file's line numbers.
  const fields = parseFrontMatter(`\n${withListItems(yaml.replace(SOFT_BREAK, ' '))}`);
  // The editor trims empty lines, too.
  const markdown = body.replace(/^(?:[ \t]*\n)+/, '');
  const firstLine = lineAt(clean, clean.length - markdown.length);
  return { ...fields, body: { text: repairMarkdown(markdown.trimEnd()), firstLine } };
}
