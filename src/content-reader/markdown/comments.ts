/** Comments, as HTML writes them: notes between editors that no visitor is to see. */

const COMMENT = /(?<!\\)<!--[\s\S]*?-->/g;
const COMMENT_AT_START = /^([ \t]*)(<!--[\s\S]*?-->)[ \t]*/gm;

function lineBreaks(text: string): string {
  return text.replace(/[^\n]/g, '');
}

/**
 * Takes comments out of a text before Markdown reads it: to Markdown, all of a line that begins with
 * one is HTML. What is left keeps its lines.
 */
export function withoutComments(markdown: string): string {
  return markdown
    .replace(
      COMMENT_AT_START,
      (_all, indent: string, comment: string) => indent + lineBreaks(comment),
    )
    .replace(COMMENT, lineBreaks);
}
