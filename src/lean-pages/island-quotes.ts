const ISLAND_TAG = /<astro-island [^>]*>/g;
const JSON_ATTRIBUTE = /( (?:props|opts)=)"([^"]*)"/g;

/**
 * Writes what islands are handed, which is JSON, in single quotes: in double ones, each of its own
 * takes six characters.
 *
 * @param html as Astro writes it, which escapes both kinds of quotes
 */
export function withSingleQuotes(html: string): string {
  return html.replace(ISLAND_TAG, (tag) =>
    tag.replace(
      JSON_ATTRIBUTE,
      (_, start: string, json: string) => `${start}'${json.replaceAll('&quot;', '"')}'`,
    ),
  );
}
