import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Width of a plan's text column: see pages/planos/[plan].astro. */
const TEXT_COLUMN = '(min-width: 64em) 34rem, 100vw';

/** Options of Astro's image service: https://docs.astro.build/en/guides/images/ */
const RESPONSIVE = { layout: 'constrained', sizes: TEXT_COLUMN };

/**
 * Has Astro render the site's own images, photos in several widths. Replaces images of other sites with
 * their descriptions: visitors fetch nothing from third parties.
 */
export function ownImages() {
  return (tree: Root): void => {
    const uses = new Map<string, number>();
    visit(tree, 'element', (image, position, parent) => {
      if (image.tagName !== 'img' || !parent || position === undefined) return;
      const { src: url, ...properties } = image.properties;
      const src = String(url);
      if (!/^\.{1,2}\//.test(src)) {
        parent.children[position] = { type: 'text', value: String(properties['alt']) };
        return;
      }
      const index = uses.get(src) ?? 0;
      uses.set(src, index + 1);
      const isDrawing = src.toLowerCase().endsWith('.svg');
      const options = { ...properties, ...(!isDrawing && RESPONSIVE), src: decodeURI(src), index };
      // Astro replaces this attribute for images that the entry lists in `imagePaths`.
      image.properties = { __ASTRO_IMAGE_: JSON.stringify(options) };
    });
  };
}
