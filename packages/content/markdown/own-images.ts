import type { MarkdownIt } from 'markdown-it';

/**
 * Has Astro render the site's own images, photos in several widths. Replaces images of other sites with
 * their descriptions: visitors fetch nothing from third parties.
 *
 * @param sizes width of the text's column, as the attribute `sizes` has it
 */
export function ownImages(
  { renderer: { rules }, utils: { escapeHtml } }: MarkdownIt,
  sizes: string,
): void {
  // https://docs.astro.build/en/guides/images/
  const responsive = { layout: 'constrained', sizes };
  rules['image'] = (tokens, index, _options, env = {}) => {
    const { attrs, children } = tokens[index] ?? {};
    const { src: url, ...properties } = Object.fromEntries(attrs ?? []);
    const src = String(url);
    const alt = (children ?? []).map(({ content }) => content).join('');
    if (!/^\.{1,2}\//.test(src)) return escapeHtml(alt);
    // Astro's name for an image has its number among those of one file.
    const uses = (env['uses'] ??= new Map()) as Map<string, number>;
    uses.set(src, (uses.get(src) ?? -1) + 1);
    const isDrawing = src.toLowerCase().endsWith('.svg');
    const options = {
      ...properties,
      alt,
      ...(!isDrawing && responsive),
      src,
      index: uses.get(src),
    };
    // Astro replaces this attribute for images that the entry lists in `imagePaths`.
    return `<img __ASTRO_IMAGE_="${escapeHtml(JSON.stringify(options))}">`;
  };
}
