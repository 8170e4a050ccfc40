/** Checks the content while the dev server runs, and shows the report instead of every page. */
import { setTimeout } from 'node:timers/promises';
import type { BaseIntegrationHooks } from 'astro';
import { checkFolder, composeNames } from '@site/content/folder';
import type { SiteContent } from '@site/content/collection';
import { report } from '@site/content/report';

/** Writes less than this apart count as one change. */
export const SETTLED_AFTER_MS = 100;

const MAX_ATTEMPTS = 100;

const RETRY_AFTER_MS = 50;

/** @param client URL of Vite's script, which reloads the page once a file is saved */
function reportPage(message: string, client: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>O conteúdo tem erro</title>
  <style>:root { color-scheme: light dark; font: 1rem/1.5 sans-serif } pre { white-space: pre-wrap }</style>
  <script type="module" src="${client}"></script>
  <h1>O conteúdo tem erro</h1>
  <pre>${text}</pre>
  <p>Corrija e salve o arquivo: a página volta sozinha.</p>
</html>
`;
}

/** Checks the content now and after each change. While it has errors, their report replaces every page. */
export function checkWhileEditing(
  { server, refreshContent, logger }: Parameters<BaseIntegrationHooks['astro:server:setup']>[0],
  content: SiteContent,
  folder: string,
  shownFolder: string,
  homeUrl: string,
): void {
  let message = '';
  async function check(): Promise<void> {
    const progress = { isRead: false };
    const context = { onRead: () => (progress.isRead = true) };
    // Astro ignores a refresh while it is busy, and always if its configuration has an error.
    for (let attempts = 0; !progress.isRead && attempts < MAX_ATTEMPTS; attempts += 1) {
      if (attempts > 0) await setTimeout(RETRY_AFTER_MS);
      composeNames(folder);
      const issues = await checkFolder(content, folder, homeUrl);
      message = issues.length === 0 ? '' : report(issues, shownFolder);
      if (message !== '') break;
      await refreshContent?.({ context });
    }
    if (message !== '') logger.error(message);
    server.environments.client.hot.send({ type: 'full-reload' });
  }
  // A page rendered while Astro reads would show the old content: pages wait for the check.
  let checking = Promise.resolve();
  const checkNext = () => {
    // One failure in Astro must neither end later checks nor leave every page waiting.
    checking = checking.then(check).catch((error: unknown) => {
      logger.error(String(error));
    });
  };
  checkNext();
  server.watcher.on('all', (_event, file) => {
    if (file.startsWith(folder)) checkNext();
  });
  server.middlewares.use((request, response, next) => {
    const isPage = request.headers.accept?.includes('text/html') === true;
    void (isPage ? checking : Promise.resolve()).then(() => {
      if (!isPage || message === '') {
        next();
        return;
      }
      response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
      response.end(reportPage(message, `${server.config.base}@vite/client`));
    });
  });
}
