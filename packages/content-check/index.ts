import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkFolder, composeNames } from '@site/content/folder';
import type { SiteContent } from '@site/content/collection';
import { siteUrl } from '@site/content/markdown/links';
import { report } from '@site/content/report';

/** Writes less than this apart count as one change. */
const SETTLED_AFTER_MS = 100;

/**
 * Reports broken content in Portuguese: ends a build, and replaces the dev server's pages. Register it after
 * the content editor, which then still opens.
 */
export function contentCheck(content: SiteContent): AstroIntegration {
  let check: () => Promise<string>;
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command, updateConfig }) => {
        const folder = fileURLToPath(new URL('content/', config.srcDir));
        const shownFolder = new URL('content/', config.srcDir).href.replace(config.root.href, '');
        check = async () => {
          composeNames(folder);
          const issues = await checkFolder(content, folder, siteUrl(config));
          return issues.length === 0 ? '' : report(issues, shownFolder);
        };
        // By default, the watcher drops a change that immediately follows another.
        const awaitWriteFinish = { stabilityThreshold: SETTLED_AFTER_MS, pollInterval: 20 };
        updateConfig({ vite: { server: { watch: { awaitWriteFinish } } } });
        const message = command === 'build' ? await check() : '';
        if (message === '') return;
        console.error(`\n${message}\n`);
        // For a thrown error, Astro would print lines of English around the report.
        process.exit(1);
      },
      'astro:server:setup': ({ server, logger }) => {
        const start = `<!doctype html><html lang="pt-BR"><title>O conteúdo tem erro</title>
          <meta name="viewport" content="width=device-width"><script type="module" src="${server.config.base}@vite/client"></script>`;
        let said = '';
        server.middlewares.use((request, response, next) => {
          const isPage = request.headers.accept?.includes('text/html') === true;
          void (isPage ? check() : Promise.resolve('')).then((message) => {
            if (message !== '' && message !== said) logger.error(message);
            said = message;
            if (message === '') {
              next();
              return;
            }
            // Astro's overlay shows HTML in a message, or escapes it twice.
            const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
            response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
            // Vite's script reloads the page once a file is saved.
            response.end(`${start}<pre style="white-space: pre-wrap">${text}</pre>`);
          }, next);
        });
      },
    },
  };
}
