import { satteri } from '@astrojs/markdown-satteri';
import { withoutComments } from './comments.ts';
import {
  codeAsText,
  headingIds,
  headingLevels,
  htmlAsText,
  ownImagesOnly,
  fittingImages,
  plainTables,
  safeLinks,
} from './plugins.ts';

/**
 * The Markdown of plan texts: headings, lists, bold, italics, quotes, tables, links and the site's
 * own images.
 *
 * @param base path that the site is deployed under
 */
export function planMarkdown(base: string) {
  const processor = satteri({
    mdastPlugins: [htmlAsText, codeAsText, headingLevels],
    hastPlugins: [headingIds, ownImagesOnly, fittingImages, plainTables, safeLinks(base)],
    features: { gfm: { footnotes: false } },
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
