/** Valid pages, whatever the content: packages/editor/saved-is-published.release.test.ts asks the same of any. */
import { expect, test } from 'vitest';
import { attributeOf } from '@site/html/elements';
import { TEST_BUILDS } from '../support/builds.ts';
import { builtPages } from '../support/pages.ts';
import { htmlErrors } from '../support/valid-html.ts';

const PAGES = builtPages(TEST_BUILDS.complete.folder);

test.each(PAGES)('$file is valid HTML, in Portuguese', async (page) => {
  expect(await htmlErrors(page)).toEqual([]);
  expect(page.html, 'links run together without styles').not.toMatch(/<\/a><a\b(?!-)/);
  const root = page.elements.find(({ tagName }) => tagName === 'html');
  expect(root && attributeOf(root, 'lang')).toBe('pt-BR');
});
