/** Splits the text of a content file into its fields and its Markdown. */
import { cleanText, SOFT_BREAK, TASK_BOX, WORD_BULLET } from './clean-text.ts';
import { parseFrontMatter } from './front-matter.ts';
import { issueAt, lineAt, type ParsedFields } from './issue.ts';
import { parseJson } from './json.ts';

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

/**
 * What looks like syntax at the start of a line, and means itself: a year, “+ de 500”, “# 1 em vendas”, and “> 10 anos”
 * unless other lines of a quote surround it. A list would count on from the year, whatever follows.
 */
const LITERAL = [
  /^((?:[ \t>]|[-*][ \t])*\d{4,9})(?=[.)]\s)/gm,
  /^((?:[ \t>]|[-*][ \t])*)(?=\+(?:\s|$)|# 1[ºª]? \p{Ll})/gmu,
  /(?<!^[ \t]*>.*\n)^([ \t]*)(?=> ?\d+(?:[.,]\d+)*%? \p{L})(?!.*\n[ \t]*>)/gmu,
];

/** Makes Markdown mean what it looks like: bullets and tasks are items, a plus at the start of a line is a plus. */
export const repairMarkdown = (text: string): string =>
  LITERAL.reduce(
    (repaired, pattern) => repaired.replace(pattern, '$1\\'),
    withListItems(text.replace(SOFT_BREAK, '\n')).replace(TASK_BOX, '$1'),
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
