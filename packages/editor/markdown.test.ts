/** How an editor's Markdown renders: in the build, in the check and in the preview. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection } from '@site/content/collection';
import { readEntry } from '@site/content/entry';
import { formatOf } from '@site/content/file-formats';
import SNIPPETS from './markdown-snippets.json' with { type: 'json' };
import { readEditorEntry } from './read-entry.ts';

const TEXTS: Collection = {
  label: 'Textos',
  files: { folder: 'texts', extension: 'md', namedBy: 'title' },
  schema: z.strictObject({ title: z.string() }),
  body: {
    title: 'Texto',
    description: 'O texto.',
    style: { imageSizes: '100vw', unbrokenClass: 'unbroken' },
  },
  shownOn: [{ path: '/[text]' }],
};
const FIELDS = '---\ntitle: A\n---\n';

/** A text, as build and check read it from its file. */
function inFile(markdown: string): string | undefined {
  return readEntry(TEXTS, 'a', `${FIELDS}\n${markdown}\n`).body?.html;
}

/** The same, as the editor's check and preview read it from its form. */
function inEditor(markdown: string): string | undefined {
  const data = formatOf('md').fromFile(`${FIELDS}\n${markdown}\n`);
  return readEditorEntry(TEXTS, 'a', data).body?.html;
}

test.each(Object.entries(SNIPPETS))(
  'Markdown as people write and paste it: %j',
  (markdown, expected) => {
    expect(inFile(markdown)).toBe(expected);
    expect(inEditor(markdown)).toBe(expected);
  },
);

test('Markdown renders the same in the build, in the check and in the preview', () => {
  const piece = fc.oneof(
    fc.constantFrom(...Object.keys(SNIPPETS)),
    fc.constantFrom(
      '\n',
      '\n\n',
      ' ',
      '    ',
      '> ',
      '- ',
      '|',
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '#',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const markdown = pieces.join('');
      expect(inEditor(markdown)).toBe(inFile(markdown));
    }),
    { numRuns: 150 },
  );
});
