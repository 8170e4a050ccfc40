/** What is read from a file of content. */

/** A way into nested data: names of fields and positions in lists. */
export type Path = readonly PropertyKey[];

/** An error in how a file is written, whatever its fields should say. */
export interface FileIssue {
  /** 1 is the first line. */
  line?: number;
  expected: string;
  found: string;
  advice?: string;
}

export interface ContentFile {
  /** What the file says; undefined where it cannot be read. */
  data: unknown;
  issues: FileIssue[];
  /** Line of a field, or of its nearest ancestor that is there. */
  lineOf: (path: Path) => number | undefined;
  /** The Markdown below the front matter, and the line on which it begins. */
  body?: { text: string; firstLine: number };
}
