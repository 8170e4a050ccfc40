/** HTML comments: notes between editors that no visitor should see. */

const COMMENT = /(?<!\\)<!--[\s\S]*?-->/g;
const COMMENT_AT_START = /^([ \t]*)(<!--[\s\S]*?-->)[ \t]*/gm;

function lineBreaks(text: string): string {
  return text.replace(/[^\n]/g, '');
}

/**
 * Removes comments before the text is parsed: to Markdown, a whole line that begins with one is HTML.
 * The rest keeps its line numbers.
 */
export function withoutComments(markdown: string): string {
  return markdown
    .replace(
      COMMENT_AT_START,
      (_all, indent: string, comment: string) => indent + lineBreaks(comment),
    )
    .replace(COMMENT, lineBreaks);
}
