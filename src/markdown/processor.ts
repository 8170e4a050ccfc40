import { satteri } from '@astrojs/markdown-satteri';
import {
  codeAsText,
  headingIds,
  headingLevels,
  htmlAsText,
  ownImagesOnly,
  fittingImages,
  safeLinks,
} from './plugins.ts';

/**
 * The Markdown of plan texts: headings, lists, bold, italics, quotes, links and the site's own
 * images. Tables and task lists (GitHub's Markdown) would need a design and labels of their own.
 *
 * @param base path that the site is deployed under
 */
export function planMarkdown(base: string) {
  return satteri({
    mdastPlugins: [htmlAsText, codeAsText, headingLevels],
    hastPlugins: [headingIds, ownImagesOnly, fittingImages, safeLinks(base)],
    features: { gfm: false },
  });
}
