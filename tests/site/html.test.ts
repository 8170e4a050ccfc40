/** Valid pages, whatever the content: packages/editor/saved-is-published.release.test.ts asks the same of any. */
import { expect, test } from 'vitest';
import { attributeOf } from '@site/html/elements';
import { BUILD, builtPages } from '../support/pages.ts';
import { htmlErrors } from '../support/valid-html.ts';

test.each(builtPages(BUILD.folder))('$file is valid HTML, in Portuguese', async (page) => {
  expect(await htmlErrors(page)).toEqual([]);
  const root = page.elements.find(({ tagName }) => tagName === 'html');
  expect(root && attributeOf(root, 'lang')).toBe('pt-BR');
});
