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

/** @see https://github.com/micromark/micromark#extension (`disable`) */
export function disableSyntax(this: { data: () => { micromarkExtensions?: object[] } }): undefined {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: DISABLED } }];
}
