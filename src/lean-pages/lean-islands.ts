const ISLAND_TAG = /<astro-island [^>]*>/g;
const JSON_ATTRIBUTE = /( (?:props|opts)=)"([^"]*)"/g;

/** What Astro calls an island in its own messages about client directives; ours print none. */
const ISLAND_NAME = /^\{"name":"\w+",(?="value":)/;

/**
 * Writes what islands are handed, which is JSON, in single quotes: in double ones, each of its own
 * takes six characters. Of the directive's options only the value is left. Nor does anything wait for
 * an island to come in: the page's script is a module, and runs when all of the document has.
 *
 * @param html as Astro writes it, which escapes both kinds of quotes
 */
export function withLeanIslands(html: string): string {
  return html
    .replaceAll('<!--astro:end--></astro-island>', '</astro-island>')
    .replace(ISLAND_TAG, (tag) =>
      tag
        .replace(/ await-children>$/, '>')
        .replace(JSON_ATTRIBUTE, (_, start: string, escaped: string) => {
          const json = escaped.replaceAll('&quot;', '"');
          return `${start}'${start === ' opts=' ? json.replace(ISLAND_NAME, '{') : json}'`;
        }),
    );
}
