export type Path = readonly PropertyKey[];

/** An error in the content, in words for the person who made it. */
export interface Issue {
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

/** Line, 1 first, of a character. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** An issue about the line that holds a character, which it quotes. */
export function issueAt(text: string, offset: number, expected: string) {
  return issueOn(text, lineAt(text, offset), expected);
}

export function issueOn(text: string, line: number, expected: string) {
  const content = text.split('\n')[line - 1]?.trim() ?? '';
  const found = content === '' ? 'o fim do arquivo ou uma linha vazia' : quote(content);
  return { line, expected, found };
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface ParsedFields {
  /** Undefined if the file cannot be parsed. */
  data?: Record<string, unknown>;
  /** Errors of syntax, before any rule about fields. */
  issues: Issue[];
  lineOf?: (path: Path) => number | undefined;
}
