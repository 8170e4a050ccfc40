import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { LOADER_NAME } from '../content-files/loader.ts';
import { checkContent } from './check.ts';
import { checkWhileEditing } from './dev-server.ts';
import { report } from './report.ts';

/**
 * Ends a build over broken content with a report in Portuguese, and shows the same report in the
 * terminal and in the browser while the dev server runs. Comes behind the content editor, which stays
 * within reach.
 */
export function contentCheck(): AstroIntegration {
  let folder = '';
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command }) => {
        folder = fileURLToPath(new URL('content/', config.srcDir));
        if (command !== 'build') return;
        const problems = await checkContent(folder);
        if (problems.length === 0) return;
        console.error(`\n${report(problems)}\n`);
        // An error would have Astro print lines of English around the report.
        process.exit(1);
      },
      'astro:server:setup': ({ server, refreshContent, logger }) => {
        checkWhileEditing({
          server,
          folder,
          logger,
          refreshContent: async () => {
            let isRead = false;
            const onRead = () => {
              isRead = true;
            };
            await refreshContent?.({ loaders: [LOADER_NAME], context: { onRead } });
            return isRead;
          },
        });
      },
    },
  };
}
