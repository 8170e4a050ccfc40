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
    /** What the image is for whose path the text is: what `imagePath` in image.ts makes. */
    image?: 'logo' | 'picture';
  }
}

export {};
