import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkFolder, composeNames } from '@site/content/folder';
import type { SiteContent } from '@site/content/collection';
import { checkWhileEditing, SETTLED_AFTER_MS } from './dev-server.ts';
import { siteUrl } from '@site/content/markdown/links';
import { report } from '@site/content/report';

/**
 * Reports broken content in Portuguese: ends a build, and replaces the dev server's pages. Register it after
 * the content editor, which then still opens.
 */
export function contentCheck(content: SiteContent): AstroIntegration {
  let folder = '';
  let shownFolder = '';
  let homeUrl = '';
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command, updateConfig }) => {
        folder = fileURLToPath(new URL('content/', config.srcDir));
        shownFolder = new URL('content/', config.srcDir).href.replace(config.root.href, '');
        homeUrl = siteUrl(config);
        // By default, the watcher drops a change that immediately follows another.
        const awaitWriteFinish = { stabilityThreshold: SETTLED_AFTER_MS, pollInterval: 20 };
        updateConfig({ vite: { server: { watch: { awaitWriteFinish } } } });
        if (command !== 'build') return;
        composeNames(folder);
        const issues = await checkFolder(content, folder, homeUrl);
        if (issues.length === 0) return;
        console.error(`\n${report(issues, shownFolder)}\n`);
        // For a thrown error, Astro would print lines of English around the report.
        process.exit(1);
      },
      'astro:server:setup': (setup) => {
        // Vitest's server has no `httpServer`, and serves no pages.
        if (setup.server.httpServer)
          checkWhileEditing(setup, content, folder, shownFolder, homeUrl);
      },
    },
  };
}
