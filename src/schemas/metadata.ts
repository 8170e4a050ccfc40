/** What schema fields say about themselves, for the content editor and for error messages. */

declare module 'zod' {
  interface GlobalMeta {
    /** The field's label. */
    title?: string;
    /** The hint below the field. */
    description?: string;
    /** Whether the text may have several lines. */
    multiline?: boolean;
    /** Label of each option, where the value itself tells an editor nothing. */
    optionLabels?: Partial<Record<string, string>>;
    /** The text that names an item where it stands folded in a list, as in `{{fields.number}}`. */
    summary?: string;
    /** What a new entry starts with. */
    initial?: unknown;
  }
}

export {};
