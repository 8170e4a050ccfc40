/** How an editor's Markdown renders: in the build and the check, and in the editor, which writes the file first. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection } from './collection.ts';
import { readEntry } from './entry.ts';
import { FILE_FORMATS } from './file-formats.ts';
import SNIPPETS from './markdown-snippets.json' with { type: 'json' };

const TEXTS: Collection = {
  label: 'Textos',
  files: { folder: 'texts', extension: 'md', namedBy: 'title' },
  schema: z.strictObject({ title: z.string() }),
  shownOn: [{ path: '/[text]' }],
};
const { fromFile, toFile } = FILE_FORMATS['yaml-frontmatter'];
const file = (markdown: string): string => `---\ntitle: A\n---\n\n${markdown}\n`;
const htmlOf = (text: string): string | undefined => readEntry(TEXTS, 'a', text).body?.html;
const inFile = (markdown: string) => htmlOf(file(markdown));
const inEditor = (markdown: string) => htmlOf(toFile(fromFile(file(markdown))));

test.each(Object.entries(SNIPPETS))(
  'Markdown as people and attackers write and paste it: %j',
  (markdown, expected) => {
    expect(inFile(markdown)).toBe(expected);
    expect(inEditor(markdown)).toBe(expected);
  },
);

const HARMLESS =
  /^<\/?(?:p|div|h2|h3|ul|ol|li|strong|em|a|img|br|hr|blockquote|code|del|span|table|thead|tbody|tr|th|td)(?: (?!on|style)[a-z_-]+="(?!\s*javascript:)[^"]*")*>$/i;

test('any Markdown is harmless HTML, and the same in the build, in the check and in the preview', () => {
  const piece = fc.oneof(
    fc.constantFrom(...Object.keys(SNIPPETS), '\n\n', '    ', '> ', '- ', '1. '),
    fc.stringMatching(/^[\n |*_`[\]()#]$/),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const markdown = pieces.join('');
      const html = inFile(markdown) ?? '';
      expect(inEditor(markdown)).toBe(html);
      for (const tag of html.match(/<\/?[a-z][^>]*>/gi) ?? []) expect(tag).toMatch(HARMLESS);
    }),
    { numRuns: 150 },
  );
});
