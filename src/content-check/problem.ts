import type { Path } from '../content-files/content-file.ts';

/** What a rule has to say, whatever file its value stands in. */
export interface Issue {
  /** The field; none where it is about the whole entry. */
  path: Path;
  /** Ends the sentence “Esperado: …”. */
  expected: string;
  /** Ends the sentence “Encontrado: …”. */
  found: string;
  /** A whole sentence on how to fix it. */
  advice?: string | undefined;
}

/** One error in the content, in words for the person who made it. */
export interface Problem extends Omit<Issue, 'path'> {
  /** Relative to the content folder, with forward slashes. */
  file: string;
  /** 1 is the first line. */
  line?: number | undefined;
  /** The field's path, as in `list.features[2]`. */
  field?: string | undefined;
  /** The field's labels in the content editor, from the outermost group inwards. */
  label?: string | undefined;
}
