import type { AstroIntegration } from 'astro';
import { planMarkdown } from './processor.ts';

/** Has all Markdown of the site go through the project's own rules. */
export function markdown(): AstroIntegration {
  return {
    name: 'markdown',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        updateConfig({ markdown: { processor: planMarkdown(config.base) } });
      },
    },
  };
}
