/** What is wrong with content, and how a report quotes it. */

/** A way into nested data: names of fields and positions in lists. */
export type Path = readonly PropertyKey[];

/** What is wrong, in words for the person who made the error. */
export interface Issue {
  /** The field that it is about, if any. */
  path?: Path;
  /** Label and path of the field: `“Na lista de planos › Preço” (list.price)`. */
  field?: string;
  /** 1 is the first line of the file. */
  line?: number | undefined;
  /** Ends the sentence “Esperado: …”. */
  expected: string;
  /** Ends the sentence “Encontrado: …”. */
  found: string;
  /** A whole sentence on how to fix it. */
  advice?: string | undefined;
}

const LONGEST_QUOTE_CHARACTERS = 80;

/** Text in quotation marks: short, on one line, with every control character visible. */
export function quote(text: string): string {
  const characters = Array.from(text);
  const short =
    characters.length > LONGEST_QUOTE_CHARACTERS
      ? `${characters.slice(0, LONGEST_QUOTE_CHARACTERS).join('')}…`
      : text;
  const visible = short
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/[\p{Control}\p{Surrogate}\p{Format}]/gu, (character) => {
      if (character === '\u200D') return character;
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      return `[U+${code ?? ''}]`;
    });
  return `“${visible}”`;
}

/** A line of a text, 1 first, in quotation marks. */
export function quoteLine(text: string, line: number): string {
  const content = text.split('\n')[line - 1]?.trim() ?? '';
  return content === '' ? 'o fim do arquivo ou uma linha vazia' : quote(content);
}

/** Line, 1 first, of a character. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The fields of a file, if it can be parsed. */
export interface ParsedFields {
  /** Undefined if the file cannot be parsed. */
  data?: Record<string, unknown>;
  /** Errors of syntax, before any rule about fields. */
  issues: Issue[];
  /** Line of a field, or of its nearest ancestor in the file. */
  lineOf: (path: Path) => number | undefined;
}

export function unreadable(issue: Issue): ParsedFields {
  return { issues: [issue], lineOf: () => issue.line };
}
