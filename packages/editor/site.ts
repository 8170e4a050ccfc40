/** What a site tells the editor: the default export of the module that the options name. It runs in the browser. */
import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import type { SiteContent } from '@site/content/collection';
import type { Path } from '@site/content/issue';

export interface EditorSite {
  content: SiteContent;
  /** The pages that collections are `shownOn`, by their path. */
  pages: Record<string, PreviewedPage>;
  /** Sentences about an entry that breaks no rule, each with its field. */
  remarksOn: (collection: string, data: unknown) => { path: Path; sentence: string }[];
  /** Does to a rendered page what its own scripts would do. */
  runScripts: (page: Document, editedCollection: string) => void;
}

interface PreviewedPage {
  label: string;
  load: () => Promise<{ default: AstroComponentFactory }>;
  /** The collection whose entry the path's parameter names; the component's prop has the same name. */
  entriesOf?: string;
  /** Another page, whose styles this page shares: hosts disagree on where this one is served. */
  styledAs?: string;
}
