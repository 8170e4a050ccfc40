/** Metadata of schema fields, for the content editor and error messages. */

/** The use of an image: a logo must be transparent. */
export type ImageUse = 'logo' | 'picture';

declare module 'zod' {
  interface GlobalMeta {
    title?: string;
    description?: string;
    multiline?: boolean;
    /** Labels of the options, if their values mean nothing to editors. */
    optionLabels?: Partial<Record<string, string>>;
    /** The use of the image whose path this text is; set by `imagePath` in image-field.ts. */
    image?: ImageUse;
  }
}
