import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** How wide the column of a plan's text is: see pages/planos/[plan].astro. */
const TEXT_COLUMN = '(min-width: 64em) 34rem, 100vw';

/** What Astro's image service reads: https://docs.astro.build/en/guides/images/ */
const RESPONSIVE = { layout: 'constrained', sizes: TEXT_COLUMN };

/**
 * Hands the site's own images to Astro, photos in the widths of screens. Images of other sites become
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
      // The attribute that Astro fills in when it renders an entry with these `imagePaths`.
      image.properties = { __ASTRO_IMAGE_: JSON.stringify(options) };
    });
  };
}
