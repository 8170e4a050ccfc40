/**
 * What holds for the pages of any content. The deploy workflow runs this on the site that it publishes, named by
 * `SITE_FOLDER`.
 */
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { attributeOf } from '@site/html/elements';
import { BUILD, builtPages } from '../support/pages.ts';

/** Astro's own, before the first island. Not valid there; packages/finish moves it into the head. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

const PAGES = builtPages(process.env['SITE_FOLDER'] ?? BUILD.folder);

const validator = new HtmlValidate({
  // Browsers accept minified HTML, which the document rules reject.
  extends: ['standard', 'browser', 'document', 'a11y'].map((preset) => `html-validate:${preset}`),
  rules: {
    'attr-quotes': 'off',
    'doctype-style': 'off',
    // Search engines cut a long title themselves.
    'long-title': 'off',
    // It counts headings inside <template>, which nobody reads; axe counts the others.
    'heading-level': 'off',
    // The policy admits hosts one by one, and their scripts change without notice.
    'require-sri': 'off',
    // The form's fieldset disables its fields; it does not group them.
    'wcag/h71': 'off',
  },
});

test.each(PAGES)('$file is valid HTML, in Portuguese', async ({ html, elements, file }) => {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''), file);
  expect(results.flatMap(({ messages }) => messages)).toEqual([]);
  const root = elements.find(({ tagName }) => tagName === 'html');
  expect(root && attributeOf(root, 'lang')).toBe('pt-BR');
});
