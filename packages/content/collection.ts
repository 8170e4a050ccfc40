/** What the site tells the machinery about its content. */
import type { z } from 'zod';

interface View {
  /** As Astro's routes: `/planos/[plan]` is the page of any plan. */
  path: string;
  /** The part of the page that shows them. */
  id?: string;
}

/** A part of a page, which may need entries to be there: the collection, and how many. */
export interface Anchor {
  id: string;
  needs?: readonly [collection: string, count: number];
}

/** What rendered Markdown takes from the site. */
export interface TextStyle {
  /** Width of the text's column, as an image's attribute `sizes` has it. */
  imageSizes: string;
  unbrokenClass: string;
}

export interface Collection {
  label: string;
  singular?: string;
  /** Under the content folder: one file, or a folder with a file per entry, named by the field `namedBy`. */
  files: { folder: string; extension: 'md' | 'json'; namedBy: string } | { file: string };
  schema: z.ZodType<Record<string, unknown>>;
  /** Label and hint of the Markdown body, if there is one, and how the site shows it. */
  body?: { title: string; description: string; style: TextStyle };
  /** URL path of each entry's own page. */
  pages?: {
    /** The path that the entry's ID completes, such as `/planos/`. */
    path: `/${string}`;
    /** IDs that other pages and folders of the site have. */
    takenIds: readonly string[];
    /** Parts of the page that links can lead to, besides the headings of its text. */
    anchors: readonly Anchor[];
  };
  /** Pages that show the entries, the most relevant first. */
  shownOn: readonly [View, ...View[]];
  /** IDs of entries that the site's own pages link to. */
  linkedIds?: readonly string[];
  count?: readonly [minimum: number, maximum: number];
}

/** A page, a part of a page or a file that links may lead to. */
export interface LinkTarget {
  url: string;
  /** The name by which the editor offers it; empty where it does not. */
  name: string;
}

export interface SiteContent {
  collections: Record<string, Collection>;
  /** Link targets besides the entries' own pages and the files in `public`. */
  anchors: readonly (LinkTarget & Pick<Anchor, 'needs'>)[];
  /** Advice for a link that leads to no target. */
  linkAdvice: string;
  /** What must not be published: whole values of a file, and strings that only example drawings hold. */
  examples: { file: string; values: readonly string[]; drawings: readonly string[] };
}

/** True for a README and for the hidden files of operating systems. */
export const isIgnored = (file: string): boolean =>
  /^(?:.*\/)?(?:\.[^/]*|README(?:\.\w+)?)$/i.test(file);

/** True for the file of an entry, by its path below the content folder. */
export function isEntry({ files }: Collection, file: string): boolean {
  if ('file' in files) return file === files.file;
  const name = file.slice(files.folder.length + 1);
  const isBeside = file === `${files.folder}/${name}` && !name.includes('/');
  return isBeside && name.endsWith(`.${files.extension}`) && !isIgnored(name);
}

/** An entry's ID and part of its URL: the file name without folder and extension. */
export function idOf(file: string): string {
  return file.replace(/^.*\/|\.\w+$/g, '');
}
