/** HTML and a paste's leading spaces stay text; the site strikes nothing out and has no footnotes. */
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

/**
 * Turns syntax off, so that what it would mean stays text.
 *
 * @see https://github.com/micromark/micromark#extension (`disable`)
 */
export function disableSyntax(this: { data: () => { micromarkExtensions?: object[] } }): undefined {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: DISABLED } }];
}
