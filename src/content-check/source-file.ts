/** Reads a content file into data that knows on which line of the file each field stands. */
import { readText } from './file-text.ts';
import { readFrontMatter } from './front-matter.ts';
import { readJson } from './json.ts';
import type { Path } from './problem.ts';

/** A mistake in how a file is written, whatever its fields should say. */
export interface FileMistake {
  line?: number;
  /** The field, where the mistake is in one. */
  path?: Path;
  expected: string;
  found: string;
  advice?: string;
}

export interface SyntaxMistake extends FileMistake {
  line: number;
}

export interface SourceFile {
  /** What the file says; undefined where it cannot be read. */
  data: unknown;
  mistakes: FileMistake[];
  /** Line of a field, or of its nearest ancestor that is there. */
  lineOf: (path: Path) => number | undefined;
  /** The Markdown below the front matter, and the line on which it begins. */
  body?: { text: string; firstLine: number };
}

export function readSourceFile(path: string): SourceFile {
  const text = readText(path);
  if (typeof text !== 'string') {
    return { data: undefined, mistakes: [text], lineOf: () => text.line };
  }
  return path.endsWith('.md') ? readFrontMatter(text) : readJson(text);
}

/** Line, 1 first, of a character. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
