/** What holds for the pages of any content. */
import { HtmlValidate, type Message } from 'html-validate';
import type { BuiltPage } from './pages.ts';

/** Astro's own, before the first island. Not valid there; packages/finish moves it into the head. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

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
    // Two sections may have the same heading, and two notices the same text.
    'unique-landmark': 'off',
  },
});

export async function htmlErrors({ html, file }: BuiltPage): Promise<Message[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''), file);
  return results.flatMap(({ messages }) => messages);
}
