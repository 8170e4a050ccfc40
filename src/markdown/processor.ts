import { satteri } from '@astrojs/markdown-satteri';
import { withoutComments } from './comments.ts';
import {
  codeAsText,
  headingIds,
  headingLevels,
  htmlAsText,
  ownImagesOnly,
  fittingImages,
  safeLinks,
} from './plugins.ts';

/** Which Markdown it is. */
export const FEATURES = { gfm: false };

/**
 * The Markdown of plan texts: headings, lists, bold, italics, quotes, links and the site's own
 * images. Tables and task lists (GitHub's Markdown) would need a design and labels of their own.
 *
 * @param base path that the site is deployed under
 */
export function planMarkdown(base: string) {
  const processor = satteri({
    mdastPlugins: [htmlAsText, codeAsText, headingLevels],
    hastPlugins: [headingIds, ownImagesOnly, fittingImages, safeLinks(base)],
    features: FEATURES,
  });
  return {
    ...processor,
    createRenderer: async (...shared: Parameters<typeof processor.createRenderer>) => {
      const { render } = await processor.createRenderer(...shared);
      const renderWithoutComments: typeof render = (content, options) =>
        render(withoutComments(content), options);
      return { render: renderWithoutComments };
    },
  };
}
