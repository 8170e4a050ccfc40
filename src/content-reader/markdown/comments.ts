const COMMENT = /(?<!\\)<!--[\s\S]*?-->/g;
const COMMENT_AT_START = /^([ \t]*)(<!--[\s\S]*?-->)[ \t]*/gm;

function lineBreaks(text: string): string {
  return text.replace(/[^\n]/g, '');
}

/**
 * Removes HTML comments, which are notes between editors. Before parsing, because Markdown takes a whole
 * line that begins with one for HTML. Keeps line numbers.
 */
export function withoutComments(markdown: string): string {
  return markdown
    .replace(
      COMMENT_AT_START,
      (_all, indent: string, comment: string) => indent + lineBreaks(comment),
    )
    .replace(COMMENT, lineBreaks);
}
