/** Shows errors where somebody looks while editing: in the terminal, and instead of the page. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, BaseIntegrationHooks } from 'astro';
import { checkContent } from './check.ts';
import { report } from './report.ts';

/** Two writes that follow each other within this time are one change. */
const SETTLED_AFTER_MS = 100;

const MAX_ATTEMPTS = 100;

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

/** Checks the content now and after each change. While it has errors, every page is their report. */
function checkWhileEditing(
  { server, refreshContent, logger }: Parameters<BaseIntegrationHooks['astro:server:setup']>[0],
  folder: string,
  base: string,
): void {
  let message = '';
  async function check(): Promise<void> {
    let isRead = false as boolean;
    const context = { onRead: () => (isRead = true) };
    // Astro is busy for a moment after each change, and for good where its configuration has an error.
    for (let attempts = 0; !isRead && attempts < MAX_ATTEMPTS; attempts += 1) {
      const problems = await checkContent(folder, base);
      message = problems.length === 0 ? '' : report(problems);
      if (message !== '') break;
      await refreshContent?.({ context });
    }
    if (message !== '') logger.error(message);
    server.environments.client.hot.send({ type: 'full-reload' });
  }
  // A page that is made while Astro reads would stay as it was before.
  let checking = Promise.resolve();
  const checkNext = () => {
    // What goes wrong in Astro once must not end the checks to come, nor leave every page waiting.
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

/**
 * Ends a build over broken content with a report in Portuguese, and has the dev server show the same
 * report. Comes behind the content editor, which stays within reach.
 */
export function contentCheck(): AstroIntegration {
  let folder = '';
  let base = '';
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command, updateConfig }) => {
        folder = fileURLToPath(new URL('content/', config.srcDir));
        base = config.base;
        // Without it, the watcher keeps a second change to itself that follows the first at once.
        const awaitWriteFinish = { stabilityThreshold: SETTLED_AFTER_MS, pollInterval: 20 };
        updateConfig({ vite: { server: { watch: { awaitWriteFinish } } } });
        if (command !== 'build') return;
        const problems = await checkContent(folder, base);
        if (problems.length === 0) return;
        console.error(`\n${report(problems)}\n`);
        // An error would have Astro print lines of English around the report.
        process.exit(1);
      },
      'astro:server:setup': (setup) => {
        // Vitest starts a server as well, which no page is asked of.
        if (setup.server.httpServer) checkWhileEditing(setup, folder, base);
      },
    },
  };
}
