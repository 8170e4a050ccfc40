/** Renders Markdown, for the build, the content check and the editor's preview. */
import type { Code, Table } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkRehype, { defaultHandlers, type Options } from 'remark-rehype';
import remarkSmartypants from 'remark-smartypants';
import rehypeStringify from 'rehype-stringify';
import { BOLD_BESIDE_LETTERS } from './bold-beside-letters.ts';
import { headings } from './headings.ts';
import { ownImages } from './own-images.ts';
import { safeLinks } from './safe-links.ts';
import { unbrokenWords } from './unbroken-words.ts';

/** HTML and indented pastes stay text; the site has no strikethrough, task lists or footnotes. */
const DISABLED = [
  'htmlFlow',
  'htmlText',
  'codeIndented',
  'strikethrough',
  'tasklistCheck',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

/** Fenced code becomes a paragraph. Tables lose their alignment: HTML has no valid attribute for it. */
const BLOCKS: Options = {
  handlers: {
    code: (state, { value }: Code) =>
      defaultHandlers.paragraph(state, { type: 'paragraph', children: [{ type: 'text', value }] }),
    table: (state, table: Table) => defaultHandlers.table(state, { ...table, align: null }),
  },
};

/** `--` is an en dash, `---` an em dash. */
const PUNCTUATION = { dashes: 'oldschool', backticks: false } as const;

/** `&lt;` rather than `&#x3C;`. */
const NAMED_REFERENCES = { characterReferences: { useNamedReferences: true } };

/**
 * Renders an editor's Markdown: headings, lists, bold, italics, quotes, tables, links, bare URLs
 * and e-mail addresses, and the site's own images.
 *
 * @param base path that the site is deployed under, such as `/` or `/site`
 */
export function markdownProcessor(base: string) {
  return remark()
    .data('micromarkExtensions', [BOLD_BESIDE_LETTERS, { disable: { null: DISABLED } }])
    .use(remarkGfm)
    .use(headings)
    .use(remarkSmartypants, PUNCTUATION)
    .use(remarkRehype, BLOCKS)
    .use(ownImages)
    .use(safeLinks, base)
    .use(unbrokenWords)
    .use(rehypeStringify, NAMED_REFERENCES)
    .freeze();
}
