/** A way into nested data: names of fields and positions in lists. */
export type Path = readonly PropertyKey[];

/** What is wrong, in words for the person who made the error. */
export interface Issue {
  /** The field that it is about, where it is about one. */
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
