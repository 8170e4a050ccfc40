/** One mistake in the content, in words for the person who made it. */
export interface Problem {
  /** Relative to the content folder, with forward slashes. */
  file: string;
  /** 1 is the first line. */
  line?: number | undefined;
  /** The field's path, as in `list.features[2]`. */
  field?: string | undefined;
  /** The field's labels in the content editor, from the outermost group inwards. */
  label?: string | undefined;
  /** Ends the sentence “Esperado: …”. */
  expected: string;
  /** Ends the sentence “Encontrado: …”. */
  found: string;
  /** A whole sentence on how to mend it. */
  advice?: string | undefined;
}

/** A way into nested data: names of fields and positions in lists. */
export type Path = readonly PropertyKey[];
