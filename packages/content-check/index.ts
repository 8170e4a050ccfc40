import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkFolder, composeNames, stateOf } from '@site/content/folder';
import type { SiteContent } from '@site/content/collection';
import { siteUrl } from '@site/content/markdown/links';
import { report } from '@site/content/report';

/**
 * Reports broken content in Portuguese: ends a build, and replaces the dev server's pages. Register it after
 * the content editor, which then still opens.
 */
export function contentCheck(content: SiteContent): AstroIntegration {
  let check: () => Promise<string>;
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command }) => {
        const folder = fileURLToPath(new URL('content/', config.srcDir));
        const shownFolder = new URL('content/', config.srcDir).href.replace(config.root.href, '');
        const read = async () => {
          const issues = await checkFolder(content, folder, siteUrl(config));
          return issues.length === 0 ? '' : report(issues, shownFolder);
        };
        let state: string | undefined;
        let answer = Promise.resolve('');
        check = () => {
          composeNames(folder);
          // The dev server's pages wait for the check only where there is something new to check.
          if (state !== (state = stateOf(folder))) answer = read();
          return answer;
        };
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
          if (request.headers.accept?.includes('text/html') !== true) {
            next();
            return;
          }
          void check().then((message) => {
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
